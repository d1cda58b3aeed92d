import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { z } from 'zod';
import { BlockLink } from '#domains/ledger/web/index.ts';
import { isIban, plainIban, requestPayout } from '#domains/market/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { formatCents } from '#platform/contract/money.ts';
import { centsOf, Dollars, formatDollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { isUnanswered, unansweredWords } from '#platform/web/form/unanswered.ts';
import { useSentOnce } from '#platform/web/form/use-sent-once.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Answer } from '#platform/web/ui/feedback/answer.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { CallLink } from '../call-state.tsx';

const PayoutValues = z.object({
  amount: Dollars.refine((cents) => cents >= 100 && cents <= 100_000_000, 'The amount is between $1 and $1,000,000'),
  holder: z.string().trim().min(1, 'Enter the bank account holder').max(70, 'At most 70 characters'),
  iban: z
    .string()
    .trim()
    .min(1, 'Enter the IBAN of the account')
    .refine((text) => isIban(plainIban(text)), 'Compare the IBAN with your statement: a digit is wrong'),
});

const UNANSWERED =
  'The payout may have been requested. Then your payouts list it. Pressing again does not request it twice; another amount or account does.';

const blank = { amount: '', holder: '', iban: '' };

/** Requests a payout of free cash to a bank account. The cash leaves immediately. */
export function WithdrawCash({ free }: { free: number | undefined }) {
  const formId = useId();
  const [isOpen, setOpen] = useState(false);
  const { user } = useSession();
  const queryClient = useQueryClient();
  const form = useContractForm(PayoutValues, blank);
  const { mutateAsync, data, reset } = useSentOnce(requestPayout, `payout:${user?.id}`);
  const { errors, isSubmitting } = form.formState;
  const cents = Dollars.safeParse(form.watch('amount')).data;
  const left = free === undefined || cents === undefined ? undefined : centsOf(free) - cents;
  const submit = form.handleSubmit(async ({ amount, iban, holder }) => {
    if (free !== undefined && amount > centsOf(free))
      return form.setError('amount', { message: `At most ${formatDollars(free)} is free` }, { shouldFocus: true });
    try {
      await mutateAsync({ body: { amount: amount / 100, iban, holder } });
      void queryClient.invalidateQueries({ queryKey: ['market'] });
    } catch (error) {
      if (isUnanswered(error)) {
        void queryClient.invalidateQueries({ queryKey: ['market'] });
        form.setError('root', { message: unansweredWords(error, UNANSWERED) });
      } else showFailure(form, error, "Couldn't request the payout. Please try again.");
    }
  });
  const open = (next: boolean) => {
    setOpen(next);
    if (next) {
      reset();
      form.reset(blank);
    }
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={open}
      trigger={<Button>Withdraw Cash</Button>}
      title="Withdraw cash"
      description="To a bank account. The cash leaves your account here immediately, and the transfer is made by hand."
      footer={
        data === undefined ? (
          <Button variant="primary" type="submit" form={formId} busy={isSubmitting && 'Requesting…'}>
            Withdraw{cents === undefined ? '' : ` ${formatCents(cents)}`}
          </Button>
        ) : (
          <Button onClick={() => open(false)}>Close</Button>
        )
      }
    >
      {data === undefined ? (
        <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
          <Field
            label="Amount in dollars"
            error={errors.amount?.message}
            hint={
              free === undefined
                ? undefined
                : left === undefined || left < 0
                  ? `${formatDollars(free)} is free`
                  : `${formatDollars(free)} is free. ${formatCents(left)} stays.`
            }
          >
            {(control) => <TextField {...control} inputMode="decimal" {...form.register('amount')} />}
          </Field>
          <Field label="Bank account holder" error={errors.holder?.message}>
            {(control) => <TextField {...control} autoComplete="name" {...form.register('holder')} />}
          </Field>
          <Field
            label="IBAN"
            error={errors.iban?.message}
            hint="Stored encrypted. Only administrators can read it, and it is in no block."
          >
            {(control) => (
              <TextField {...control} autoComplete="off" autoCapitalize="characters" {...form.register('iban')} />
            )}
          </Field>
          {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
        </form>
      ) : (
        <Answer of={data.payoutId}>
          <Banner>
            <p className="font-medium">
              {formatDollars(data.amount)} will be sent to the account ending in {data.ibanEnd}.
            </p>
            <p className="mt-1">
              It left your cash in block <BlockLink index={data.blockIndex} />: <CallLink call={data} />.
            </p>
          </Banner>
        </Answer>
      )}
    </Dialog>
  );
}
