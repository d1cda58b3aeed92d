import { BlockLink } from '#domains/ledger/web/index.ts';
import type { readPayment } from '#domains/payments/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { Time } from '#platform/web/ui/value/time.tsx';

/** The refunds, disputes and returns of a payment, oldest first. */
export function LaterEntries({ entries }: { entries: ResponseIn<typeof readPayment>['entries'] }) {
  if (entries.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 font-medium">Later entries</h3>
      <ul className="mt-1 divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry.id} className="py-2">
            <span className="flex items-baseline justify-between gap-4">
              <span>{entry.amount < 0 ? 'Taken back' : 'Counts again'}</span>
              <span className="tabular">{entry.amountFormatted}</span>
            </span>
            <span className="block text-13 text-muted">
              <Time at={entry.timestamp} format="day" />, block <BlockLink index={entry.blockIndex} />
              {entry.reason === null ? '' : `: ${entry.reason}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
