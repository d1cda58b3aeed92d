import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { PaymentMethod } from '#domains/payments/contract.ts';
import { refundPayment } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { Dollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';

const Refund = z.object({
  amount: Dollars.refine((cents) => cents > 0, 'Enter at least $0.01'),
  reason: z.string().trim().min(1, 'Enter the reason').max(500),
});

type Props = { paymentId: string; leftCents: number; method: PaymentMethod };

/** Refunds a payment, or a part of it, for a government account. */
export function RefundForm({ paymentId, leftCents, method }: Props) {
  const queryClient = useQueryClient();
  const form = useContractForm(Refund, { amount: (leftCents / 100).toFixed(2), reason: '' });
  const { errors } = form.formState;
  const { mutateAsync, isPending } = useCallMutation(refundPayment, {
    onSuccess: ({ payment }) => {
      showToast({ tone: 'success', title: 'Payment Refunded', description: `${payment.amountFormatted} is recorded.` });
      void queryClient.invalidateQueries({ queryKey: ['registry'] });
    },
  });
  const [asked, setAsked] = useState<z.output<typeof Refund>>();
  const submit = form.handleSubmit((body) =>
    body.amount > leftCents
      ? form.setError('amount', { message: `At most ${formatCents(leftCents)} is left` })
      : setAsked(body),
  );
  const refund = async (body: z.output<typeof Refund>) => {
    setAsked(undefined);
    try {
      await mutateAsync({ params: { paymentId }, body });
      form.reset({ amount: ((leftCents - body.amount) / 100).toFixed(2), reason: '' });
    } catch (error) {
      showFailure(form, error, 'The payment could not be refunded. Please try again.');
    }
  };
  return (
    <Card
      title="Refund"
      description="A card is refunded. For other methods this records that the city paid the money out. The fee of the method is refunded last."
    >
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
        {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
        <Field label="Refund in dollars" error={errors.amount?.message} hint={`${formatCents(leftCents)} is left`}>
          {(control) => <TextField {...control} inputMode="decimal" {...form.register('amount')} />}
        </Field>
        <Field label="Reason" error={errors.reason?.message}>
          {(control) => <TextField {...control} {...form.register('reason')} />}
        </Field>
        <Button type="submit" variant="danger" busy={isPending && 'Refunding…'}>
          Refund
        </Button>
      </form>
      {asked ? (
        <ConfirmDialog
          title="Refund this payment?"
          items={[
            { label: 'Payment', value: <code className="text-12 wrap-anywhere">{paymentId}</code> },
            { label: 'Amount', value: formatCents(asked.amount) },
            {
              label: 'To whom',
              value:
                method === 'fiat'
                  ? 'The card that paid, by its provider'
                  : 'The payer. Pay it out yourself: this only records it.',
            },
            { label: 'Reason', value: asked.reason },
          ]}
          action="Refund"
          onConfirm={() => void refund(asked)}
          onCancel={() => setAsked(undefined)}
        />
      ) : null}
    </Card>
  );
}
