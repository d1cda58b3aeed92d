import type { ReactNode } from 'react';
import type { PaymentAnswer } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Answer } from '#platform/web/ui/feedback/answer.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { PaymentOutcome } from './payment-outcome.tsx';
import { UnrecordedPayment } from './unanswered-payment.tsx';
import type { Unanswered } from './unanswered-payments.ts';

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

/** The reason why nothing was paid, above the button that was pressed. */
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

type BeforeProps = {
  unrecorded: Unanswered | undefined;
  announcedCents: number;
  rest: number;
  ledgerWarning: string | undefined;
};

/** Notes before a payment: a fault in the ledger, an earlier payment that was not recorded, and announced money. */
export const BeforePaying = ({ unrecorded, announcedCents: cents, rest, ledgerWarning }: BeforeProps) => (
  <>
    {ledgerWarning === undefined ? null : <Banner kind="warning">{ledgerWarning}</Banner>}
    {unrecorded === undefined ? null : <UnrecordedPayment payment={unrecorded} />}
    {cents === 0 ? null : (
      <Banner kind="warning">
        {formatCents(cents)} is announced by bank transfer and has not arrived. Anyone can announce one.
        {rest > 0 ? '' : ' It would pay all that is owed. If it arrives, what you pay now becomes credit.'}
      </Banner>
    )}
  </>
);
