import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { BlockLink } from '#domains/ledger/web/index.ts';
import { PaymentMethod, paymentMethodNames } from '#domains/payments/contract.ts';
import type { payBill, payProperty } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { CopyChip } from '#platform/web/ui/action/copy-chip.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { paymentMethodsQuery } from '../queries.ts';

const centsOf = (dollars: string) => Math.round(Number(dollars) * 100);

/** What the form holds: dollars as people type them. */
const PayForm = z.object({
  amount: z
    .string()
    .trim()
    .regex(/^\d{1,10}(\.\d{1,2})?$/, 'Enter an amount in dollars, such as 120.50')
    .refine((text) => centsOf(text) > 0, 'Enter at least $0.01'),
  paymentMethod: PaymentMethod,
});

export type Paid = ResponseIn<typeof payProperty> | ResponseIn<typeof payBill>;

type Props = {
  /** What is open, in cents. */
  openCents: number;
  /** Pays an amount in cents. */
  onPay: (payment: { amount: number; paymentMethod: PaymentMethod }) => Promise<Paid>;
  paid: Paid | undefined;
};

/** Asks for an amount and a method, and pays. Shows what happened in place, with the block of the payment. */
export function PayFormCard({ openCents, onPay, paid }: Props) {
  const { data } = useQuery(paymentMethodsQuery);
  const form = useContractForm(PayForm, { amount: (openCents / 100).toFixed(2), paymentMethod: 'bank' });
  const { errors, isSubmitting } = form.formState;
  const method = form.watch('paymentMethod');
  const option = data?.methods.find((one) => one.method === method);
  const submit = form.handleSubmit(async ({ amount, paymentMethod }) => {
    const cents = centsOf(amount);
    if (cents > openCents) return form.setError('amount', { message: `At most ${formatCents(openCents)} is owed` });
    try {
      await onPay({ amount: cents, paymentMethod });
    } catch (error) {
      showFailure(form, error, 'Failed to process payment. Please try again.');
      showToast({
        tone: 'failure',
        title: 'Payment Failed',
        description: (error instanceof Error && error.message) || 'Failed to process payment. Please try again.',
      });
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
      {paid ? <Receipt paid={paid} /> : null}
      {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
      <Field label="Amount in dollars" error={errors.amount?.message} hint={`${formatCents(openCents)} is owed`}>
        {(control) => <TextField {...control} inputMode="decimal" {...form.register('amount')} />}
      </Field>
      <Field label="Payment method" error={errors.paymentMethod?.message} hint={option?.note}>
        {(control) => (
          <Select
            {...control}
            options={(data?.methods ?? []).map((one) => ({
              value: one.method,
              label: `${paymentMethodNames[one.method]}${one.offered ? '' : ' (not offered)'}`,
            }))}
            {...form.register('paymentMethod')}
          />
        )}
      </Field>
      <p className="text-13 text-muted">Pays the oldest bill first: fees, then interest, then tax.</p>
      <Button variant="primary" type="submit" disabled={isSubmitting || option?.offered === false}>
        {isSubmitting ? 'Paying…' : 'Pay'}
      </Button>
    </form>
  );
}

function Receipt({ paid: { payment, message } }: { paid: Paid }) {
  return (
    <Banner kind={payment.status === 'failed' ? 'failure' : 'info'}>
      <p className="font-medium">{message}</p>
      {payment.reference && payment.status === 'pending' ? (
        <p className="mt-1">
          Reference <CopyChip text={payment.reference} short={payment.reference} label="Reference" />
        </p>
      ) : null}
      <p className="mt-1 text-13">
        Payment <code>{payment.id}</code>, block <BlockLink index={payment.block.index} />
      </p>
    </Banner>
  );
}
