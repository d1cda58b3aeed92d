import { z } from 'zod';
import type { OfPayment, Payment, PaymentAnswer, SettlingReason } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { Reason } from '#platform/contract/public-text.ts';
import type { RouteDefinition } from '#platform/contract/route.ts';
import { Dollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';

type Settles<Body extends z.ZodType> = Omit<RouteDefinition, 'params' | 'body' | 'response'> & {
  readonly params: typeof OfPayment;
  readonly body: Body;
  readonly response: typeof PaymentAnswer;
};

/** How the payments of one kind are settled by hand. */
export type Settling = {
  /** What such a payment is called: Payment, Deposit. */
  readonly noun: string;
  readonly confirm: Settles<z.ZodType<unknown, { amount?: number | undefined }>>;
  readonly close: Settles<typeof SettlingReason>;
  readonly takeBack: Settles<typeof SettlingReason>;
  /** Notes to read before confirming a payment, and before taking one back. */
  readonly beforeConfirming: string;
  readonly beforeTakingBack: string;
  /** Refetches what a settled payment changes. */
  readonly onSettled: () => void;
};

/** A payment, with what is left of it after reversals, in dollars. */
export type Received = { readonly payment: Payment; readonly left: number };

/** Reports whether a payment waits for a person, or may be taken back by one. */
export const canSettle = ({ payment, left }: Received): boolean =>
  payment.status === 'pending' ? payment.paymentMethod === 'bank' : left > 0 && payment.reverses === null;

type Props = { readonly of: Settling; readonly one: Received; readonly onClose: () => void };

/** Confirms what arrived of a payment, closes it, or takes back a completed one. */
export function SettlePayment({ title, ...props }: Props & { readonly title: string }) {
  const { of, one, onClose } = props;
  const isPending = one.payment.status === 'pending';
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={isPending ? of.beforeConfirming : of.beforeTakingBack}
    >
      {isPending ? (
        <div className="flex flex-col gap-6">
          <Confirm {...props} />
          <WithReason {...props} route={of.close} action={`Close ${of.noun}`} />
        </div>
      ) : (
        <>
          <p className="mb-4">{formatCents(Math.round(one.left * 100))} is left of it.</p>
          <WithReason {...props} route={of.takeBack} action="Take Back" />
        </>
      )}
    </Dialog>
  );
}

const Arrived = z.object({ amount: Dollars.refine((cents) => cents > 0, 'Enter at least $0.01') });

function Confirm({ of, one: { payment }, onClose }: Props) {
  const form = useContractForm(Arrived, { amount: (payment.amount / 100).toFixed(2) });
  const { mutateAsync, isPending } = useSettling(of, of.confirm, `${of.noun} Confirmed`, onClose);
  const submit = form.handleSubmit(({ amount }) =>
    mutateAsync({ params: { paymentId: payment.id }, body: { amount: amount / 100 } }).catch((error: unknown) =>
      showFailure(form, error, `The ${of.noun.toLowerCase()} could not be confirmed. Please try again.`),
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

const Why = z.object({ reason: Reason(500) });

type WithReasonProps = Props & { readonly route: Settling['close']; readonly action: string };

function WithReason({ of, one: { payment }, onClose, route, action }: WithReasonProps) {
  const form = useContractForm(Why, { reason: '' });
  const { mutateAsync, isPending } = useSettling(of, route, `${action}: Done`, onClose);
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

function useSettling<R extends Settling['confirm'] | Settling['close']>(
  { onSettled }: Settling,
  route: R,
  title: string,
  onClose: () => void,
) {
  return useCallMutation(route, {
    onSuccess: ({ message }) => {
      showToast({ tone: 'success', title, description: message });
      onSettled();
      onClose();
    },
  });
}
