import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { z } from 'zod';
import { type BillingRecord, payInvoice } from '#domains/billing/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { feeOf, PaymentMethod, TestCard } from '#domains/payments/contract.ts';
import { DigitalPayment } from '#domains/payments/web/index.ts';
import { describeFees, MethodFields, PaymentOutcome, paymentMethodsQuery } from '#domains/registry/web/index.ts';
import { formatCents } from '#platform/contract/money.ts';
import { centsOf, formatDollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { isUnanswered, unansweredWords } from '#platform/web/form/unanswered.ts';
import { useSentOnce } from '#platform/web/form/use-sent-once.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Answer } from '#platform/web/ui/feedback/answer.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { refreshBilling } from '../queries.ts';

const Values = z.object({
  // The amount is always what is due; the shared parts of the form need it as a value.
  amount: z.string(),
  paymentMethod: PaymentMethod,
  card: TestCard,
  txHash: z.string().optional(),
});

const UNANSWERED =
  'The payment may have gone through. Then the invoice lists it. Pressing again does not pay it twice.';

type Props = { readonly invoice: Pick<BillingRecord, 'id' | 'number' | 'due'> };

/** Pays what is due on an invoice by one of the payment methods. Shows the fee and the total first. */
export function PayInvoiceDialog({ invoice: { id: invoiceId, number, due } }: Props) {
  const formId = useId();
  const [isOpen, setOpen] = useState(false);
  const { user } = useSession();
  const queryClient = useQueryClient();
  const { data: methods, refetch } = useQuery({ ...paymentMethodsQuery, enabled: isOpen });
  const form = useContractForm(Values, { amount: '', paymentMethod: 'bank', card: 'test_success', txHash: '' });
  const { mutateAsync, data, reset } = useSentOnce(payInvoice, `invoice:${user?.id}:${invoiceId}`);
  const { errors, isSubmitting } = form.formState;
  const method = form.watch('paymentMethod');
  const option = methods?.methods.find((one) => one.method === method);
  const cents = centsOf(due);
  const fee = option?.fees === undefined ? 0 : feeOf(option.fees, cents);
  const stale = () => void refreshBilling(queryClient);
  const submit = form.handleSubmit(async ({ paymentMethod, card }) => {
    try {
      const own = option?.cards === undefined ? {} : { card };
      const body = { amount: due, paymentMethod, fee: fee / 100, ...own };
      const { next } = await mutateAsync({ params: { invoiceId }, body });
      stale();
      if (next?.kind === 'card_page') window.location.assign(next.url);
    } catch (error) {
      // The amount due, or the fee, may have changed since it was shown.
      void refetch();
      stale();
      if (isUnanswered(error)) form.setError('root', { message: unansweredWords(error, UNANSWERED) });
      else showFailure(form, error, "Couldn't open the payment. Please try again.");
    }
  });
  // Paid meanwhile, perhaps by the payment whose answer was lost.
  const isPaid = due <= 0 && data === undefined && !isSubmitting;
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
      {...(due > 0 ? { trigger: <Button variant="primary">Pay Invoice</Button> } : {})}
      title={number === null ? 'Pay invoice' : `Pay invoice ${number}`}
      description={
        isPaid
          ? 'Nothing is due.'
          : data === undefined
            ? `${formatDollars(due)} is due.`
            : data.payment.status === 'completed'
              ? 'The money has arrived.'
              : 'It counts as paid once the money has arrived.'
      }
      footer={
        data === undefined && !isPaid ? (
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={isSubmitting && 'Opening…'}
            disabled={option?.offered === false}
          >
            Pay {formatCents(cents + fee)}
          </Button>
        ) : (
          <Button onClick={() => open(false)}>Close</Button>
        )
      }
    >
      {isPaid ? (
        <Answer of={invoiceId}>
          <Banner>Nothing more is due on this invoice. It lists its payments.</Banner>
        </Answer>
      ) : data === undefined ? (
        <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
          <MethodFields form={form} methods={methods?.methods ?? []} option={option} />
          <p className="text-13 text-muted">
            {option?.isTest ? (
              <>
                <Badge tone="amber">TEST</Badge>{' '}
              </>
            ) : null}
            {describeFees(option?.fees, cents)}
          </p>
          {errors.amount?.message ? <Banner kind="failure">{errors.amount.message}</Banner> : null}
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
