import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { z } from 'zod';
import { openDeposit } from '#domains/market/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { feeOf, PaymentMethod, TestCard } from '#domains/payments/contract.ts';
import { DigitalPayment } from '#domains/payments/web/index.ts';
import { describeFees, MethodFields, PaymentOutcome, paymentMethodsQuery } from '#domains/registry/web/index.ts';
import { formatCents } from '#platform/contract/money.ts';
import { Dollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { isUnanswered, unansweredWords } from '#platform/web/form/unanswered.ts';
import { useSentOnce } from '#platform/web/form/use-sent-once.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Answer } from '#platform/web/ui/feedback/answer.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';

const DepositValues = z.object({
  amount: Dollars.refine((cents) => cents >= 100 && cents <= 100_000_000, 'The amount is between $1 and $1,000,000'),
  paymentMethod: PaymentMethod,
  card: TestCard,
  txHash: z.string().optional(),
});

const UNANSWERED =
  'The deposit may have been made. Then your deposits list it. Pressing again does not make it twice; another amount or method does.';

/** Deposits cash by one of the payment methods. Shows the fee and the total first. */
export function AddCash() {
  const formId = useId();
  const [isOpen, setOpen] = useState(false);
  const { user } = useSession();
  const queryClient = useQueryClient();
  const { data: methods, refetch } = useQuery({ ...paymentMethodsQuery, enabled: isOpen });
  const form = useContractForm(DepositValues, { amount: '', paymentMethod: 'bank', card: 'test_success', txHash: '' });
  const { mutateAsync, data, reset } = useSentOnce(openDeposit, `deposit:${user?.id}`);
  const { errors, isSubmitting } = form.formState;
  const [method, typed] = form.watch(['paymentMethod', 'amount']);
  const option = methods?.methods.find((one) => one.method === method);
  const cents = Dollars.safeParse(typed).data;
  const fee = option?.fees === undefined || cents === undefined ? 0 : feeOf(option.fees, cents);
  const stale = () => void queryClient.invalidateQueries({ queryKey: ['market'] });
  const submit = form.handleSubmit(async ({ amount, paymentMethod, card }) => {
    try {
      const own = option?.cards === undefined ? {} : { card };
      const shown = option?.fees === undefined ? 0 : feeOf(option.fees, amount);
      const { next } = await mutateAsync({ body: { amount: amount / 100, paymentMethod, fee: shown / 100, ...own } });
      stale();
      if (next?.kind === 'card_page') window.location.assign(next.url);
    } catch (error) {
      // The fee may have changed since it was shown.
      void refetch();
      stale();
      if (isUnanswered(error)) form.setError('root', { message: unansweredWords(error, UNANSWERED) });
      else showFailure(form, error, "Couldn't open the deposit. Please try again.");
    }
  });
  const open = (next: boolean) => {
    setOpen(next);
    if (next) {
      reset();
      form.reset();
    }
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={open}
      trigger={<Button variant="primary">Add Cash</Button>}
      title="Add cash"
      description="Cash to buy shares with. It is yours to trade with once the money has arrived."
      footer={
        data === undefined ? (
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={isSubmitting && 'Opening…'}
            disabled={option?.offered === false}
          >
            Deposit{cents === undefined ? '' : ` ${formatCents(cents + fee)}`}
          </Button>
        ) : (
          <Button onClick={() => open(false)}>Close</Button>
        )
      }
    >
      {data === undefined ? (
        <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
          <Field label="Amount in dollars" error={errors.amount?.message}>
            {(control) => <TextField {...control} inputMode="decimal" {...form.register('amount')} />}
          </Field>
          <MethodFields form={form} methods={methods?.methods ?? []} option={option} />
          <p className="text-13 text-muted">
            {option?.isTest ? (
              <>
                <Badge tone="amber">TEST</Badge>{' '}
              </>
            ) : null}
            {describeFees(option?.fees, cents)}
          </p>
          {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
        </form>
      ) : data.next?.kind === 'call' ? (
        <DigitalPayment reference={data.next.reference} onChange={stale} />
      ) : (
        <Answer of={data.payment.id}>
          <PaymentOutcome answer={data} linked={false} />
        </Answer>
      )}
    </Dialog>
  );
}
