import type { DigitalProgress } from '#domains/payments/contract.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { TransactionLink } from '../transaction/transaction-link.tsx';

/** Returns the state of a payment in a few words. */
export function describeState({ payment, receipts, confirmationsNeeded, code }: DigitalProgress) {
  if (receipts.some(({ state }) => state === 'reversed')) return { text: 'Taken back', tone: 'red' } as const;
  if (payment.status === 'failed') return { text: 'Given up', tone: 'red' } as const;
  if (payment.status === 'completed') {
    const isFinal = receipts.every((one) => one.isFinal);
    return { text: isFinal ? 'Paid, final' : 'Paid', tone: 'green' } as const;
  }
  if (receipts.some(({ state }) => state === 'unassigned')) return { text: 'The city decides', tone: 'amber' } as const;
  const [seen] = receipts;
  if (seen !== undefined)
    return { text: `Confirming: ${seen.confirmations} of ${confirmationsNeeded}`, tone: 'amber' } as const;
  return code === 'PENDING'
    ? ({ text: 'Seen, waiting for a block', tone: 'amber' } as const)
    : ({ text: 'Waiting for your payment', tone: 'grey' } as const);
}

/** The state of a payment, the reason for it, and its transactions. */
export function PaymentProgress({ progress }: { progress: DigitalProgress }) {
  const { text, tone } = describeState(progress);
  const { payment, receipts, code, explanation } = progress;
  // "Nothing found yet" is not news to a payer who has not paid yet.
  const isNews =
    explanation !== null && !(code === 'NOT_FOUND' && receipts.length === 0 && payment.status === 'pending');
  return (
    <div className="flex flex-col gap-2" role="status">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{text}</Badge>
        <span className="tabular font-medium">{payment.amountFormatted}</span>
      </p>
      {isNews && payment.status !== 'failed' ? <p className="text-13">{explanation}</p> : null}
      {payment.status === 'failed' ? (
        <p className="text-13">
          No payment arrived within 24 hours. Money that arrives later is kept for you: ask the city.
        </p>
      ) : null}
      {receipts.map(({ txHash, network, units }) => (
        <p key={`${txHash}${units}`} className="text-13">
          Transaction <TransactionLink hash={txHash} /> on {network}
        </p>
      ))}
    </div>
  );
}
