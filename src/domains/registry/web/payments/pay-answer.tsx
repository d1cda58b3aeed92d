import type { ReactNode } from 'react';
import type { PaymentAnswer } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Answer } from '#platform/web/ui/feedback/answer.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { PaymentOutcome } from './payment-outcome.tsx';

type ClosedProps = {
  paid: PaymentAnswer | undefined;
  opened: ReactNode;
  settled: string | undefined;
  onReopen: () => void;
};

/** The outcome, in place of the form. */
export const ClosedForm = ({ paid, opened, settled, onReopen }: ClosedProps) => (
  <div className="flex flex-col gap-4">
    {paid === undefined ? (
      opened
    ) : (
      <Answer of={paid.payment.id}>{paid.next?.kind === 'call' ? opened : <PaymentOutcome answer={paid} />}</Answer>
    )}
    {settled === undefined ? (
      <Button onClick={onReopen}>Pay Another Amount</Button>
    ) : (
      <p className="text-muted">{settled}</p>
    )}
  </div>
);

type RefusalProps = { declined: PaymentAnswer | undefined; message: string | undefined; attempt: number };

/** Why nothing was paid, above the button that was pressed. */
export function Refusal({ declined, message, attempt }: RefusalProps) {
  if (message !== undefined)
    return (
      <Answer of={attempt}>
        <Banner kind="failure">{message}</Banner>
      </Answer>
    );
  if (declined === undefined) return null;
  return (
    <Answer of={declined.payment.id}>
      <PaymentOutcome answer={declined} />
    </Answer>
  );
}

/** Says before a payment that money is on its way already. */
export const Announced = ({ cents, rest }: { cents: number; rest: number }) => (
  <Banner kind="warning">
    {formatCents(cents)} is announced by bank transfer and has not arrived.{' '}
    {rest > 0 ? `The rest is ${formatCents(rest)}.` : 'That is all that is owed: what you pay now comes on top.'}
  </Banner>
);
