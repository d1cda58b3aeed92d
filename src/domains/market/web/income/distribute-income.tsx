import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { BlockLink } from '#domains/ledger/web/index.ts';
import { distributeIncome } from '#domains/market/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { formatCents } from '#platform/contract/money.ts';
import { centsOf, Dollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { isUnanswered, unansweredWords } from '#platform/web/form/unanswered.ts';
import { useSentOnce } from '#platform/web/form/use-sent-once.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Answer } from '#platform/web/ui/feedback/answer.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { DayInput } from '#platform/web/ui/form/day-input.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { CallLink } from '../call-state.tsx';
import { portfolioQuery } from '../trade/queries.ts';

const IncomeValues = z.object({
  amount: Dollars.refine(
    (cents) => cents >= 1 && cents <= 1_000_000_000,
    'The amount is between $0.01 and $10,000,000',
  ),
  note: z.string().trim().min(1, 'Enter what the income is').max(200, 'At most 200 characters'),
  recordDate: z.union([z.literal(''), z.iso.date()]),
});

const UNANSWERED =
  'The income may have been distributed. Then your cash is less by it. Pressing again does not distribute it twice; another amount, name or day does.';

const blank = { amount: '', note: '', recordDate: '' };

/** Distributes income of a property to the holders of its shares, out of the account's cash. */
export function DistributeIncome({ propertyId, sharesHere }: { propertyId: string; sharesHere: number }) {
  const [isOpen, setOpen] = useState(false);
  const { user } = useSession();
  const queryClient = useQueryClient();
  const { data: portfolio } = useQuery({ ...portfolioQuery, enabled: isOpen });
  const form = useContractForm(IncomeValues, blank);
  const { mutateAsync, data, reset } = useSentOnce(distributeIncome, `income:${user?.id}`);
  const { errors, isSubmitting } = form.formState;
  const amount = Dollars.safeParse(form.watch('amount'));
  const submit = form.handleSubmit(async ({ amount: cents, note, recordDate }) => {
    try {
      const day = recordDate === '' ? {} : { recordDate };
      await mutateAsync({ body: { propertyId, amount: cents / 100, note, ...day } });
      form.reset(blank);
      void queryClient.invalidateQueries({ queryKey: ['market'] });
    } catch (error) {
      if (isUnanswered(error)) {
        void queryClient.invalidateQueries({ queryKey: ['market'] });
        form.setError('root', { message: unansweredWords(error, UNANSWERED) });
      } else showFailure(form, error, 'Failed to distribute the income');
    }
  });
  const open = (next: boolean) => {
    setOpen(next);
    if (next) reset();
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={open}
      trigger={
        <Button variant="secondary" size="small">
          Distribute Income
        </Button>
      }
      title="Distribute income"
      description="Out of your cash, to all holders of shares at the record date. Open sales count for the seller. Shares in wallets get nothing. It cannot be taken back."
      footer={
        <Button variant="primary" busy={isSubmitting && 'Distributing…'} onClick={() => void submit()}>
          Distribute
        </Button>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {data !== undefined && !form.formState.isDirty ? (
          <Answer of={data.income.incomeId}>
            <Banner>
              {formatCents(centsOf(data.income.amount))} for {formatCounted(data.holders, 'holder')}, declared in block{' '}
              <BlockLink index={data.income.block.index} />: <CallLink call={data} />.
            </Banner>
          </Answer>
        ) : null}
        <Field
          label="Amount, dollars"
          hint={portfolio === undefined ? undefined : `You have ${formatCents(centsOf(portfolio.cash.free))} free.`}
          error={errors.amount?.message}
        >
          {(control) => <TextField {...control} inputMode="decimal" autoComplete="off" {...form.register('amount')} />}
        </Field>
        <Field
          label="What it is"
          hint="Everyone can read it on the ledger, so leave names out."
          error={errors.note?.message}
        >
          {(control) => <TextField {...control} placeholder="Rent of the third quarter" {...form.register('note')} />}
        </Field>
        <Field
          label="Record date"
          hint="Holders of shares at the end of this day in the city get a part. Empty: now."
          error={errors.recordDate?.message}
        >
          {(control) => <DayInput {...control} {...form.register('recordDate')} />}
        </Field>
        <p className="min-h-5 text-13 text-muted">
          {amount.success
            ? `${formatCents(Math.floor(amount.data / Math.max(sharesHere, 1)))} for each of the ${formatCounted(sharesHere, 'share')} that ${sharesHere === 1 ? 'is' : 'are'} not in wallets now; the cents left over go to the largest remainders.`
            : null}
        </p>
        {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
        {/* Enter submits. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Dialog>
  );
}
