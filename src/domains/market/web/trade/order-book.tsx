import { useEffect, useRef, useState } from 'react';
import type { readOrderBook } from '#domains/market/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { bookRows, changedPrices } from './book-rows.ts';
import { BookSide } from './book-side.tsx';
import { useHeldStill } from './use-held-still.ts';

export type Book = ResponseIn<typeof readOrderBook>;
type Prices = readonly (number | undefined)[];

/** The fixed number of rows of each side, so that nothing moves while orders come and go. */
const ROWS = 10;
const LEVELS_MAX = 50;
/** How long a row that changed is marked. */
const MARKED_MILLISECONDS = 2000;

/**
 * The order book: sales above, purchases below, the best prices nearest to the middle. While the pointer is over it or it has the focus,
 * each price keeps its row. A click on a price passes it on.
 */
export function OrderBook({ book, onPick }: { book: Book; onPick: (cents: number) => void }) {
  const best = { asks: bookRows(book.asks, ROWS), bids: bookRows(book.bids, ROWS) };
  const { held, holding } = useHeldStill<{ asks: Prices; bids: Prices }>({
    asks: best.asks.map((row) => row?.cents),
    bids: best.bids.map((row) => row?.cents),
  });
  const asks = held ? bookRows(book.asks, ROWS, held.asks) : best.asks;
  const bids = held ? bookRows(book.bids, ROWS, held.bids) : best.bids;
  const waiting = held ? comeSince(best.asks, held.asks) + comeSince(best.bids, held.bids) : 0;
  const changed = useChangedPrices(book);
  const deepest = Math.max(depthOf(asks), depthOf(bids), 1);
  const side = { deepest, changed, onPick };
  return (
    <Card
      title="Order book"
      flush
      action={
        <span aria-live="polite" className="text-12 text-muted">
          {waiting > 0 ? `${formatCounted(waiting, 'new price waits', 'new prices wait')}` : ''}
        </span>
      }
    >
      <div {...holding} className="pb-1">
        <table className="tabular w-full border-collapse text-13">
          <caption className="sr-only">
            The {ROWS} best prices of each side. While you point at the table, each price keeps its row.
          </caption>
          <thead>
            <tr className="h-6 text-12 text-muted">
              <th scope="col" className="pl-5 text-left font-normal">
                Price
              </th>
              <th scope="col" className="text-right font-normal">
                Shares
              </th>
              <th scope="col" className="pr-5 text-right font-normal">
                Shares in total
              </th>
            </tr>
          </thead>
          <BookSide name="Sales" tone="clay" rows={asks} upwards {...side} />
          <tbody>
            <tr className="h-9 border-y border-line">
              <th scope="row" className="pl-5 text-left font-normal text-muted">
                Spread
              </th>
              <td colSpan={2} className="pr-5 text-right font-medium">
                {book.spread === null ? 'None' : formatDollars(book.spread)}
              </td>
            </tr>
          </tbody>
          <BookSide name="Purchases" tone="blue" rows={bids} {...side} />
        </table>
      </div>
    </Card>
  );
}

/** Returns, for a short time, the prices that changed with the newest response. */
function useChangedPrices(book: Book): ReadonlySet<number> {
  const previous = useRef(book);
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const before = previous.current;
    previous.current = book;
    const prices = new Set(
      (['asks', 'bids'] as const).flatMap((side) => [
        ...changedPrices(bookRows(before[side], LEVELS_MAX), bookRows(book[side], LEVELS_MAX)),
      ]),
    );
    if (prices.size > 0) setChanged(prices);
  }, [book]);
  useEffect(() => {
    if (changed.size === 0) return;
    const timer = setTimeout(() => setChanged(new Set()), MARKED_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [changed]);
  return changed;
}

const comeSince = (rows: readonly ({ cents: number } | undefined)[], held: Prices) =>
  rows.filter((row) => row !== undefined && !held.includes(row.cents)).length;

const depthOf = (rows: readonly ({ depth: number } | undefined)[]) => Math.max(...rows.map((row) => row?.depth ?? 0));
