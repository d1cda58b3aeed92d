import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { z } from 'zod';
import { confirmPayment, failPayment, isAskedAgain, reversePayment } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { Dollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { DayInput } from '#platform/web/ui/form/day-input.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';

const Arrived = z.object({
  amount: Dollars.refine((cents) => cents > 0, 'Enter at least $0.01'),
  arrivedOn: z.union([z.literal(''), z.iso.date('Enter a day')]),
});
const Reason = z.object({ reason: z.string().trim().min(1, 'Enter the reason').max(500) });

/** Confirms an announced transfer with the amount that arrived. Asks again if it is far more than was announced. */
export function ConfirmTransfer({ paymentId, cents }: { paymentId: string; cents: number }) {
  const form = useContractForm(Arrived, { amount: (cents / 100).toFixed(2), arrivedOn: '' });
  const { errors, isSubmitting } = form.formState;
  const { mutateAsync } = useDecision(confirmPayment, 'Payment Confirmed');
  const [asked, setAsked] = useState<number>();
  const confirm = async (amount: number, amountChecked: boolean) => {
    const arrivedOn = form.getValues('arrivedOn');
    const body = { amount, amountChecked, ...(arrivedOn === '' ? {} : { arrivedOn }) };
    setAsked(undefined);
    try {
      await mutateAsync({ params: { paymentId }, body });
    } catch (error) {
      showFailure(form, error, 'The payment could not be confirmed. Please try again.');
    }
  };
  const submit = form.handleSubmit(({ amount }) =>
    isAskedAgain(amount, cents) ? setAsked(amount) : confirm(amount, false),
  );
  return (
    <Card
      title="Confirm"
      description="Only after the transfer has reached the city's account. Money beyond the bills becomes credit."
    >
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
        {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
        <Field label="Arrived, in dollars" error={errors.amount?.message}>
          {(control) => <TextField {...control} inputMode="decimal" {...form.register('amount')} />}
        </Field>
        <Field
          label="Day of arrival"
          hint="The day the bank booked it. Empty means today. Money that arrived by its due day is not late."
          error={errors.arrivedOn?.message}
        >
          {(control) => <DayInput {...control} {...form.register('arrivedOn')} />}
        </Field>
        <Button type="submit" busy={isSubmitting && 'Confirming…'}>
          Confirm
        </Button>
      </form>
      {asked === undefined ? null : (
        <ConfirmDialog
          title="Did this much arrive?"
          items={[
            { label: 'Announced', value: formatCents(cents) },
            { label: 'Arrived', value: formatCents(asked) },
            { label: 'Becomes credit', value: 'Money beyond the bills' },
          ]}
          action="Confirm"
          onConfirm={() => void confirm(asked, true)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </Card>
  );
}

/** Closes an announced transfer that did not arrive. */
export const CloseTransfer = ({ paymentId }: { paymentId: string }) => (
  <ReasonForm
    route={failPayment}
    paymentId={paymentId}
    words={{
      title: 'Did not arrive',
      description: 'Closes the payment. Nothing was paid, and its reference no longer counts.',
      action: 'Close Payment',
      busy: 'Closing…',
      done: 'Payment Closed',
      failure: 'The payment could not be closed. Please try again.',
    }}
  />
);

type TakeBackProps = { paymentId: string; leftCents: number; subjects: readonly string[] };

/** Takes back what is left of a completed payment whose money is gone, or that was recorded by mistake. */
export const TakeBack = ({ paymentId, leftCents, subjects }: TakeBackProps) => (
  <ReasonForm
    route={reversePayment}
    paymentId={paymentId}
    asked={{
      title: 'Take back this payment?',
      items: [
        { label: 'Payment', value: <code className="text-12 wrap-anywhere">{paymentId}</code> },
        { label: 'Amount', value: formatCents(leftCents) },
        { label: 'Open again on', value: subjects.join(', ') },
        { label: 'Recipient', value: 'None. This only records that the money is gone.' },
      ],
    }}
    words={{
      title: 'Take back',
      description:
        'For a transfer that the bank returned, or a payment that was recorded by mistake. What it paid is open again.',
      action: 'Take Back',
      busy: 'Taking back…',
      done: 'Payment Taken Back',
      failure: 'The payment could not be taken back. Please try again.',
    }}
  />
);

type Words = { title: string; description: string; action: string; busy: string; done: string; failure: string };

function ReasonForm({
  route,
  paymentId,
  words,
  asked,
}: {
  route: typeof failPayment | typeof reversePayment;
  paymentId: string;
  words: Words;
  /** The question to ask first. */
  asked?: Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'items'>;
}) {
  const form = useContractForm(Reason, { reason: '' });
  const { errors } = form.formState;
  const { mutateAsync, isPending } = useDecision(route, words.done);
  const [reason, setReason] = useState<string>();
  const decide = async (body: { reason: string }) => {
    setReason(undefined);
    try {
      await mutateAsync({ params: { paymentId }, body });
    } catch (error) {
      showFailure(form, error, words.failure);
    }
  };
  const submit = form.handleSubmit((body) => (asked ? setReason(body.reason) : decide(body)));
  return (
    <Card title={words.title} description={words.description}>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
        {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
        <Field label="Reason" error={errors.reason?.message}>
          {(control) => <TextField {...control} {...form.register('reason')} />}
        </Field>
        <Button type="submit" variant="danger" busy={isPending && words.busy}>
          {words.action}
        </Button>
      </form>
      {asked && reason !== undefined ? (
        <ConfirmDialog
          {...asked}
          items={[...asked.items, { label: 'Reason', value: reason }]}
          action={words.action}
          onConfirm={() => void decide({ reason })}
          onCancel={() => setReason(undefined)}
        />
      ) : null}
    </Card>
  );
}

function useDecision<R extends typeof confirmPayment | typeof failPayment | typeof reversePayment>(
  route: R,
  title: string,
) {
  const queryClient = useQueryClient();
  return useCallMutation(route, {
    onSuccess: ({ message }) => {
      showToast({ tone: 'success', title, description: message });
      void queryClient.invalidateQueries({ queryKey: ['registry'] });
    },
  });
}
