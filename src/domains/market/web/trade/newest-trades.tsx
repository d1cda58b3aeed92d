import { formatDollars } from '#platform/web/dollars.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { numberRows } from '../number-rows.ts';
import type { Book } from './order-book.tsx';
import { useHeldStill } from './use-held-still.ts';

/** The newest trades of a property. The list does not change while the pointer is over it or it has the focus. */
export function NewestTrades({ trades: newest, className }: { trades: Book['trades']; className?: string }) {
  const { held, holding } = useHeldStill(newest);
  const trades = held ?? newest;
  return (
    <Card title="Newest trades" flush {...(className === undefined ? {} : { className })}>
      {trades.length === 0 ? (
        <p className="px-5 pb-4 text-13 text-muted">No share of this property has been traded yet.</p>
      ) : (
        <table {...holding} className="tabular w-full border-collapse text-13">
          <caption className="sr-only">Newest trades, newest first</caption>
          <thead className="text-12 text-muted">
            <tr className="h-7">
              <th scope="col" className="pl-5 text-left font-normal">
                Price
              </th>
              <th scope="col" className="text-right font-normal">
                Shares
              </th>
              <th scope="col" className="pr-5 pl-3 text-right font-normal">
                When
              </th>
            </tr>
          </thead>
          <tbody>
            {numberRows(trades).map((trade) => (
              <tr key={trade.key} className="h-6.5">
                <td data-tone={trade.type === 'buy' ? 'blue' : 'clay'} className="pl-5 text-tone-ink">
                  {formatDollars(trade.pricePerShare)}
                  <span className="sr-only">{trade.type === 'buy' ? ' bought' : ' sold'}</span>
                </td>
                <td className="text-right">{formatCount(trade.shares)}</td>
                <td className="pr-5 pl-3 text-right text-muted">
                  <Time at={trade.at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
