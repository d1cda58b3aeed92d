import { useCallback, useRef, useState } from 'react';
import type { User } from '#domains/participants/contract.ts';
import { useContractForm } from '#platform/web/form/contract-form.ts';
import { useUnsentForm } from '#platform/web/form/use-unsent.ts';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { useMediaQuery } from '#platform/web/use-media-query.ts';
import { typedDollars } from '../amounts.ts';
import type { MarketSearch } from '../market-search.ts';
import { NewestTrades } from './newest-trades.tsx';
import { type Book, OrderBook } from './order-book.tsx';
import { OwnOrders } from './own-orders.tsx';
import { PriceChart } from './price-chart.tsx';
import { Ticket } from './ticket.tsx';
import { bestPrice, blankTicket, TicketValues, type TypedTicket } from './ticket-values.ts';
import { usePlaceOrder } from './use-place-order.ts';

type Props = { book: Book; user: User; search: MarketSearch; onChange: (next: Partial<MarketSearch>) => void };

/** Everything for a decision in one view: book, chart, trades, own orders and ticket. A phone shows one at a time, the ticket first. */
export function TradeView({ book, user, search, onChange }: Props) {
  const { propertyId } = book;
  const type = search.side ?? 'buy';
  const [blank] = useState(() => blankTicket(type, book));
  const form = useContractForm(TicketValues, blank);
  // The price filled in by default. It follows the side; a price that the user entered stays.
  const suggested = useRef<string | undefined>(blank.pricePerShare);
  const forget = useUnsentForm(form, `market-ticket:${user.id}:${propertyId}`);
  const order = usePlaceOrder(user.id, propertyId, forget);
  const [focused, setFocused] = useState<keyof TypedTicket>();
  const isPhone = useMediaQuery('(width < 48rem)');
  const turn = (next: typeof type) => {
    if (form.getValues('pricePerShare') === suggested.current) {
      suggested.current = bestPrice(next, book);
      form.setValue('pricePerShare', suggested.current);
    }
    onChange({ side: next === 'sell' ? 'sell' : undefined });
  };
  const pick = useCallback(
    (cents: number) => {
      suggested.current = undefined;
      form.setValue('pricePerShare', typedDollars(cents), { shouldValidate: true });
      onChange({ view: undefined });
      setFocused('pricePerShare');
    },
    [form, onChange],
  );
  const parts = {
    ticket: <Ticket type={type} onType={turn} onFocus={setFocused} {...{ book, form, order, focused }} />,
    book: <OrderBook book={book} onPick={pick} />,
    chart: <PriceChart {...{ propertyId, search, onChange }} />,
  };
  if (isPhone)
    return (
      <Tabs
        label="Trade"
        value={search.view ?? 'ticket'}
        onValueChange={(view) => onChange({ view: view === 'ticket' ? undefined : (view as MarketSearch['view']) })}
        tabs={[
          { value: 'ticket', label: 'Ticket', content: parts.ticket },
          { value: 'book', label: 'Book', content: parts.book },
          {
            value: 'chart',
            label: 'Chart',
            content: (
              <div className="flex flex-col gap-4">
                {parts.chart}
                <NewestTrades trades={book.trades} />
              </div>
            ),
          },
          { value: 'orders', label: 'Orders', content: <OwnOrders propertyId={propertyId} /> },
        ]}
      />
    );
  return (
    <div className="grid items-start gap-4 md:grid-cols-2 lg:grid-cols-[17rem_minmax(0,1fr)_20rem]">
      <div className="min-w-0 lg:col-start-3">{parts.ticket}</div>
      <div className="min-w-0 lg:col-start-1 lg:row-start-1">{parts.book}</div>
      {/* As tall as the other columns: its lists scroll. */}
      <div className="min-w-0 max-lg:col-span-2 lg:relative lg:col-start-2 lg:row-start-1 lg:self-stretch">
        <div className="flex flex-col gap-4 lg:absolute lg:inset-0">
          {parts.chart}
          <div className="grid min-h-0 flex-1 gap-4 md:max-lg:grid-cols-2 lg:grid-rows-2 xl:grid-cols-[16rem_minmax(0,1fr)] xl:grid-rows-1">
            <NewestTrades trades={book.trades} className={scrolling} />
            <OwnOrders propertyId={propertyId} className={scrolling} />
          </div>
        </div>
      </div>
    </div>
  );
}

// Positioned, so that text for screen readers scrolls with the list and does not lengthen the page.
const scrolling =
  'flex flex-col max-lg:max-h-96 [&>div]:relative [&>div]:min-h-0 [&>div]:flex-1 [&>div]:overflow-y-auto';
