import { useState } from 'react';
import { type PaymentAnswer, paymentMethodNames } from '#domains/payments/contract.ts';
import { lookUpBillPayment, lookUpPayment } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { call } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { useLookUp } from '#platform/web/form/use-look-up.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Answer } from '#platform/web/ui/feedback/answer.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { subjectsOf, type Unanswered } from './unanswered-payments.ts';

type Props = {
  payment: Unanswered;
  /** Whether it takes the place of a form that had the focus. */
  focused: boolean;
  /** Receives its outcome; null if nothing was recorded. */
  onFound: (answer: PaymentAnswer | null) => void;
  onDiscard: () => void;
};

/** An unanswered payment, while it is looked up. It replaces the form, so that the user does not pay twice by mistake. */
export function UnansweredPayment({ payment, focused, onFound, onDiscard }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { isOffline, error, isLookingUp, lookUpNow } = useLookUp(
    payment.key,
    (signal) => lookUp(payment, signal),
    onFound,
  );
  const notice = (
    <Banner kind="warning">
      <p className="font-medium">A payment may have gone through</p>
      <p className="mt-1">
        {nameOf(payment)}, sent <Time at={payment.sentAt / 1000} />. Its answer was lost.{' '}
        {isOffline
          ? 'You are offline. It will be looked up as soon as you are back online.'
          : 'It is being looked up, and the form will show its outcome.'}
      </p>
    </Banner>
  );
  return (
    <div className="flex flex-col gap-4">
      {focused ? <Answer of={payment.key}>{notice}</Answer> : notice}
      {error && !isOffline ? <Banner kind="failure">{describeFailure(error)}</Banner> : null}
      <Button busy={isLookingUp && 'Looking up…'} disabled={isOffline} onClick={lookUpNow}>
        Look Up Again
      </Button>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Discard
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        width="narrow"
        title={`Discard the payment of ${totalOf(payment)}?`}
        description="If it went through, it stays paid, and another payment would be in addition. Look for it in the payment history first."
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button variant="danger" onClick={onDiscard}>
              Discard
            </Button>
          </>
        }
      />
    </div>
  );
}

function lookUp({ order, key }: Unanswered, signal: AbortSignal) {
  const body = { key };
  if (order.of === 'property' || order.of === 'properties') return call(lookUpPayment, { body }, { signal });
  const billNumber = order.of === 'bill' ? order.billNumber : (order.body.billNumbers[0] ?? '');
  return call(lookUpBillPayment, { params: { billNumber }, body }, { signal });
}

/** States that a payment was not recorded, above the form that pays again. */
export const UnrecordedPayment = ({ payment }: { payment: Unanswered }) => (
  <Answer of={payment.key}>
    <Banner kind="info">
      <p className="font-medium">Nothing was recorded, and nothing is paid</p>
      <p className="mt-1">
        {nameOf(payment)}, sent <Time at={payment.sentAt / 1000} />, did not reach the ledger. You can pay again.
      </p>
    </Banner>
  </Answer>
);

function nameOf({ order }: Unanswered): string {
  const subjects = subjectsOf(order);
  const of = subjects.length === 1 ? subjects[0] : `${formatCount(subjects.length)} ${order.of}`;
  return `${totalOf({ order })} by ${paymentMethodNames[order.body.paymentMethod]} for ${of}`;
}

const totalOf = ({ order: { body } }: Pick<Unanswered, 'order'>) => formatCents(body.amount + (body.fee ?? 0));

const describeFailure = (error: Error) =>
  error instanceof ApiError && error.code !== 'network.unreachable'
    ? error.message
    : 'The server does not answer. It is asked again every few seconds, and the payment stays here until it answers.';
