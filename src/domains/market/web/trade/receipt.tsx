import { useQuery } from '@tanstack/react-query';
import { BlockLink } from '#domains/ledger/web/index.ts';
import type { ShareOrder } from '#domains/market/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { centsOf, formatDollars } from '#platform/web/dollars.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Answer } from '#platform/web/ui/feedback/answer.tsx';
import { AmountList } from '#platform/web/ui/value/amount-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { CallBadge, CallLink } from '../call-state.tsx';
import { ordersQuery } from './queries.ts';
import type { PlacedOrder } from './use-place-order.ts';

/** The effects of an order when it was placed, and its block. Follows the state of its call. */
export function Receipt({ placed, onReopen }: { placed: PlacedOrder; onReopen: () => void }) {
  const { order, fills } = placed;
  const { data: open } = useQuery(ordersQuery(order.propertyId, 'open'));
  const { data: closed } = useQuery(ordersQuery(order.propertyId, 'closed'));
  const now = [...(open?.orders ?? []), ...(closed?.orders ?? [])].find(({ orderId }) => orderId === order.orderId);
  const current = now ?? order;
  const traded = fills.reduce((sum, { shares }) => sum + shares, 0);
  const cents = fills.reduce((sum, { shares, pricePerShare }) => sum + shares * centsOf(pricePerShare), 0);
  const royalty = fills.reduce((sum, fill) => sum + centsOf(fill.royalty), 0);
  return (
    <div className="-m-3">
      <Answer of={order.orderId}>
        <div className="p-3">
          <h3 className="mb-3 text-16 font-semibold">{headingOf(current)}</h3>
          <AmountList
            label="What happened"
            items={[
              ...byPrice(fills).map(([price, shares]) => ({
                label: `${order.type === 'buy' ? 'Bought' : 'Sold'} at ${formatDollars(price)}`,
                value: formatCount(shares),
              })),
              ...(order.type === 'sell' && traded > 0 ? [{ label: 'Royalty', value: formatCents(royalty) }] : []),
              ...(traded > 0
                ? [
                    {
                      label: order.type === 'buy' ? 'You paid' : 'You received',
                      value: formatCents(order.type === 'buy' ? cents : cents - royalty),
                      total: true,
                    },
                  ]
                : []),
            ]}
          />
          <p className="mt-2 text-pretty">{restOf(current, traded)}</p>
          <dl className="mt-4 flex flex-col gap-2 border-t border-line pt-3 text-13">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <dt className="text-muted">Recorded in block</dt>
              <dd>
                <BlockLink index={order.blockIndex} />
              </dd>
            </div>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <dt className="text-muted">Contract call</dt>
              <dd>
                <CallBadge call={now ?? placed} />
              </dd>
            </div>
            <dd className="text-muted">
              <CallLink call={placed} />
            </dd>
          </dl>
          <Button className="mt-4 w-full" onClick={onReopen}>
            New Order
          </Button>
        </div>
      </Answer>
    </div>
  );
}

function headingOf({ type, shareAmount, open, filled: traded }: ShareOrder): string {
  const verb = type === 'buy' ? 'Bought' : 'Sold';
  if (traded === shareAmount) return `${verb} ${formatCounted(traded, 'share')}`;
  if (traded > 0) return `${verb} ${formatCount(traded)} of ${formatCounted(shareAmount, 'share')}`;
  return open > 0 ? 'Your order is waiting in the book' : 'Nothing was traded';
}

/** The shares that did not trade when the order was placed. Waiting shares trade at the order's own price. */
function restOf({ shareAmount, filled, open, pricePerShare, expiresAt, status }: ShareOrder, traded: number) {
  const price = formatDollars(pricePerShare);
  const later = filled - traded;
  const closed = shareAmount - filled - open;
  return (
    <>
      {later > 0 ? `${formatCounted(later, 'share', 'shares')} traded since, at ${price}. ` : ''}
      {closed > 0
        ? `${formatCounted(closed, 'share', 'shares')} ${status === 'expired' ? 'expired' : closed === 1 ? 'was canceled' : 'were canceled'}.`
        : ''}
      {open > 0 ? (
        <>
          {formatCounted(open, 'share waits', 'shares wait')} at {price} until <Time at={expiresAt} format="minute" />.
        </>
      ) : null}
    </>
  );
}

/** Sums the trades at each price, in the order of the trades. */
function byPrice(fills: PlacedOrder['fills']): (readonly [price: number, shares: number])[] {
  const sums = new Map<number, number>();
  for (const { pricePerShare, shares } of fills) sums.set(pricePerShare, (sums.get(pricePerShare) ?? 0) + shares);
  return [...sums];
}
