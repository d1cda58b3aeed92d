import { useEffect, useRef, useState } from 'react';
import { paymentMethodNames } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { ApiError } from '#platform/web/api-error.ts';
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
  onRepeat: () => Promise<unknown>;
  onDiscard: () => void;
};

/** A payment that was sent and not answered. Stands in place of the form, so that nobody pays twice by mistake. */
export function UnansweredPayment({ payment, focused, onRepeat, onDiscard }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  const [error, setError] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const [isSending, setSending] = useState(false);
  const { amount, paymentMethod, fee = 0 } = payment.order.body;
  const subjects = subjectsOf(payment.order);
  const repeat = async () => {
    setError(undefined);
    setSending(true);
    try {
      await onRepeat();
    } catch (reason) {
      setError(reason instanceof ApiError && reason.status > 0 ? reason.message : unanswered(reason));
    } finally {
      setSending(false);
    }
  };
  const total = formatCents(amount + fee);
  return (
    <div className="flex flex-col gap-4">
      <Banner kind="warning">
        <p className="font-medium">A payment may be on its way</p>
        <p className="mt-1">
          {total} by {paymentMethodNames[paymentMethod]} for{' '}
          {subjects.length === 1 ? subjects[0] : `${formatCount(subjects.length)} ${payment.order.of}`}, sent{' '}
          <Time at={payment.sentAt / 1000} />. The server has not answered. Pay sends the same payment again, and it
          pays once.
        </p>
      </Banner>
      {error ? (
        <Answer of={error}>
          <Banner kind="failure">{error}</Banner>
        </Answer>
      ) : null}
      <Button ref={button} variant="primary" busy={isSending && 'Paying…'} onClick={() => void repeat()}>
        Pay {total}
      </Button>
      <Button variant="quiet" disabled={isSending} onClick={() => setAsking(true)}>
        Discard
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        width="narrow"
        title={`Discard the payment of ${total}?`}
        description="If it went through, it stays paid, and another payment comes on top. Look for it in the payment history first."
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

const unanswered = (reason: unknown) =>
  reason instanceof ApiError && reason.code !== 'network.unreachable'
    ? reason.message
    : 'The server did not answer again. The payment stays here until it does.';
