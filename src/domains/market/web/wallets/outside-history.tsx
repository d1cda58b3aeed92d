import { BlockLink } from '#domains/ledger/web/index.ts';
import type { listWithdrawals, WithdrawalState } from '#domains/market/contract.ts';
import { TransactionLink } from '#domains/payments/web/index.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Hash } from '#platform/web/ui/value/hash.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';

type Outside = ResponseIn<typeof listWithdrawals>;

const states: Record<WithdrawalState, { tone: Tone; text: string }> = {
  pending: { tone: 'amber', text: 'On the way' },
  delivered: { tone: 'green', text: 'In the wallet' },
  refused: { tone: 'grey', text: 'Refused, given back' },
};

/** Withdrawals to wallets and arrivals from them, newest first, each with its transaction and network. */
export function OutsideHistory({ outside: { withdrawals, arrivals, network } }: { outside: Outside }) {
  const entries = [
    ...withdrawals.map((one) => ({ ...one, isBack: false as const })),
    ...arrivals.map((one) => ({ ...one, isBack: true as const })),
  ].toSorted((a, b) => b.blockIndex - a.blockIndex);
  if (entries.length === 0) return null;
  return (
    <div>
      <h3 className="text-13 font-semibold">To wallets and back</h3>
      <ul className="divide-y divide-line">
        {entries.map((one) => (
          <li key={one.blockIndex} className="flex flex-col gap-1 py-2">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span>
                {formatCounted(one.shareAmount, 'share')} of {one.propertyId} {one.isBack ? 'back from' : 'to'}{' '}
                <Hash value={one.wallet} label="Wallet" />
              </span>
              <Badge tone={one.isBack ? 'teal' : states[one.state].tone}>
                {one.isBack ? 'Arrived' : states[one.state].text}
              </Badge>
            </span>
            <span className="text-13 text-muted">
              <Time at={one.at} format="day" /> · block <BlockLink index={one.blockIndex} /> ·{' '}
              <TransactionLink hash={one.txHash} /> on {network.name}
              {network.isLocal ? ', this server only' : ''}
              {!one.isBack && one.state === 'pending'
                ? ` · final after ${formatCounted(network.confirmations, 'confirmation')}`
                : ''}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
