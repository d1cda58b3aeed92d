import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import {
  confirmInvoicePayment,
  failInvoicePayment,
  type InvoicePayment,
  reverseInvoicePayment,
} from '#domains/billing/contract.ts';
import { Dollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { formatDollars } from '../amounts.ts';
import { refreshBilling } from '../queries.ts';

type Props = {
  readonly one: InvoicePayment & { readonly number: string | null; readonly username: string | null };
  readonly onClose: () => void;
};

/** Confirms what arrived of a payment, or closes it; takes back one that had arrived. */
export const DecidePayment = ({ one, onClose }: Props) => (
  <Dialog
    open
    onOpenChange={(open) => open || onClose()}
    title={`${one.payment.amountFormatted} of ${one.username ?? 'a closed account'} for invoice ${one.number ?? ''}`}
    description={
      one.payment.status === 'pending'
        ? `Confirm it once the money is on the account. Reference: ${one.payment.reference ?? one.payment.id}`
        : 'For money that is gone, or that was confirmed by mistake. An invoice that is not paid then is open again.'
    }
  >
    {one.payment.status === 'pending' ? (
      <div className="flex flex-col gap-6">
        <Confirm one={one} onClose={onClose} />
        <WithReason route={failInvoicePayment} one={one} onClose={onClose} action="Close Payment" />
      </div>
    ) : (
      <>
        <p className="mb-4">{formatDollars(one.left)} is left of it.</p>
        <WithReason route={reverseInvoicePayment} one={one} onClose={onClose} action="Take Back" />
      </>
    )}
  </Dialog>
);

const Arrived = z.object({ amount: Dollars.refine((cents) => cents > 0, 'Enter at least $0.01') });
const Reason = z.object({
  reason: z.string().trim().min(1, 'Say why, for the record').max(500, 'At most 500 characters'),
});

function Confirm({ one: { payment }, onClose }: Props) {
  const form = useContractForm(Arrived, { amount: (payment.amount / 100).toFixed(2) });
  const { mutateAsync, isPending } = useDecision(confirmInvoicePayment, 'Payment Confirmed', onClose);
  const submit = form.handleSubmit(({ amount }) =>
    mutateAsync({ params: { paymentId: payment.id }, body: { amount: amount / 100 } }).catch((error: unknown) =>
      showFailure(form, error, 'The payment could not be confirmed. Please try again.'),
    ),
  );
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
      <Field label="Arrived, in dollars" error={errors.amount?.message}>
        {(control) => <TextField {...control} inputMode="decimal" {...form.register('amount')} />}
      </Field>
      <Button type="submit" variant="primary" busy={isPending && 'Confirming…'}>
        Confirm
      </Button>
    </form>
  );
}

type ReasonProps = Props & {
  readonly route: typeof failInvoicePayment | typeof reverseInvoicePayment;
  readonly action: string;
};

function WithReason({ route, one: { payment }, onClose, action }: ReasonProps) {
  const form = useContractForm(Reason, { reason: '' });
  const { mutateAsync, isPending } = useDecision(route, `${action}: Done`, onClose);
  const submit = form.handleSubmit((body) =>
    mutateAsync({ params: { paymentId: payment.id }, body }).catch((error: unknown) =>
      showFailure(form, error, 'Nothing was decided. Please try again.'),
    ),
  );
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
      <Field label="Reason" error={errors.reason?.message}>
        {(control) => <TextField {...control} {...form.register('reason')} />}
      </Field>
      <Button type="submit" variant="danger" busy={isPending && 'Deciding…'}>
        {action}
      </Button>
    </form>
  );
}

function useDecision<R extends typeof confirmInvoicePayment | typeof failInvoicePayment | typeof reverseInvoicePayment>(
  route: R,
  title: string,
  onClose: () => void,
) {
  const queryClient = useQueryClient();
  return useCallMutation(route, {
    onSuccess: ({ message }) => {
      showToast({ tone: 'success', title, description: message });
      void refreshBilling(queryClient);
      onClose();
    },
  });
}
