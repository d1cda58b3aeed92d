import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BlockLink } from '#domains/ledger/web/index.ts';
import { cancelOrder, cancelOrders, type ShareOrder } from '#domains/market/contract.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { isUnanswered } from '#platform/web/form/unanswered.ts';
import { useSentOnce } from '#platform/web/form/use-sent-once.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useKeptFocus } from '#platform/web/ui/overlay/use-kept-focus.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { ordersQuery } from './queries.ts';

const states: Record<ShareOrder['status'], { tone: Tone; text: string }> = {
  open: { tone: 'teal', text: 'Open' },
  filled: { tone: 'green', text: 'Filled' },
  canceled: { tone: 'grey', text: 'Canceled' },
  expired: { tone: 'grey', text: 'Expired' },
};

/** The account's orders for a property: open ones, which can be canceled, and the newest of those that are closed. */
export function OwnOrders({ propertyId, className }: { propertyId: string; className?: string }) {
  const open = useQuery(ordersQuery(propertyId, 'open'));
  const closed = useQuery(ordersQuery(propertyId, 'closed'));
  const queryClient = useQueryClient();
  const list = useKeptFocus<HTMLDivElement>();
  const onSettled = () => void queryClient.invalidateQueries({ queryKey: ['market'] });
  const onError = (error: Error) =>
    showToast(
      isUnanswered(error)
        ? {
            tone: 'failure',
            title: 'No Answer',
            description: 'It may be canceled: your orders show what is still open.',
          }
        : { tone: 'failure', title: 'Cancel Failed', description: `${error.message} The order is as it was.` },
    );
  const one = useSentOnce(cancelOrder, null, {
    onSettled,
    onError,
    onSuccess: (order) =>
      showToast({
        title: order.status === 'canceled' ? 'Order Canceled' : `Order ${states[order.status].text}`,
        description: `${formatCount(order.filled)} of ${formatCounted(order.shareAmount, 'share was', 'shares were')} traded.`,
      }),
  });
  const all = useSentOnce(cancelOrders, null, {
    onSettled,
    onError,
    onSuccess: ({ canceled }) => {
      showToast({ title: `${formatCounted(canceled, 'Order')} Canceled` });
      // The button goes with the orders.
      list.current?.focus();
    },
  });
  const error = open.error ?? closed.error;
  const isLoaded = open.data !== undefined && closed.data !== undefined;
  const orders = open.data?.orders ?? [];
  return (
    <Card
      title="Your orders"
      flush
      {...(className === undefined ? {} : { className })}
      action={
        orders.length > 1 ? (
          <Button
            size="small"
            className="-my-1"
            busy={all.isPending && 'Canceling…'}
            onClick={() => all.mutate({ body: { propertyId } })}
          >
            Cancel All
          </Button>
        ) : null
      }
    >
      {error && !isLoaded ? (
        <ErrorState
          title="Couldn't load your orders"
          error={error}
          onRetry={() => {
            void open.refetch();
            void closed.refetch();
          }}
        />
      ) : !isLoaded ? (
        <div className="px-5 pb-5">
          <SkeletonText lines={3} />
        </div>
      ) : (
        <div ref={list} tabIndex={-1} className="pb-3">
          <h3 className="sr-only">Open</h3>
          {orders.length === 0 ? (
            <p className="px-5 pb-2 text-13 text-muted">No open orders. Place one with the ticket.</p>
          ) : (
            <ul aria-label="Open orders" className="divide-y divide-line border-y border-line">
              {orders.map((order) => (
                <OpenOrder
                  key={order.orderId}
                  order={order}
                  isCanceling={one.isPending && one.variables.params.orderId === order.orderId}
                  onCancel={() => one.mutate({ params: { orderId: order.orderId } })}
                />
              ))}
            </ul>
          )}
          {closed.data.orders.length === 0 ? null : (
            <>
              <h3 className="px-5 pt-3 pb-1 text-12 text-muted">Filled and closed</h3>
              <ul aria-label="Filled and closed orders" className="divide-y divide-line">
                {closed.data.orders.map((order) => (
                  <ClosedOrder key={order.orderId} order={order} />
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </Card>
  );
}

type OpenOrderProps = { order: ShareOrder; isCanceling: boolean; onCancel: () => void };

function OpenOrder({ order, isCanceling, onCancel }: OpenOrderProps) {
  const { type, shareAmount, filled, open, pricePerShare, expiresAt } = order;
  const words = `${type === 'buy' ? 'Buy' : 'Sell'} ${formatCount(open)} at ${formatDollars(pricePerShare)}`;
  return (
    <li className="flex items-center justify-between gap-3 px-5 py-1.5">
      <span className="tabular min-w-0">
        <span className="block">{words}</span>
        <span className="block text-12 text-muted">
          {filled > 0 ? `${formatCount(filled)} of ${formatCount(shareAmount)} traded · ` : ''}expires{' '}
          <Time at={expiresAt} />
        </span>
      </span>
      <Button size="small" aria-label={`Cancel: ${words}`} busy={isCanceling && 'Canceling…'} onClick={onCancel}>
        Cancel
      </Button>
    </li>
  );
}

function ClosedOrder({ order }: { order: ShareOrder }) {
  const { type, filled, shareAmount, tradedFor, pricePerShare, status, blockIndex, placedAt } = order;
  return (
    <li className="flex items-center justify-between gap-3 px-5 py-1.5">
      <span className="tabular min-w-0">
        <span className="block">
          {filled > 0
            ? `${type === 'buy' ? 'Bought' : 'Sold'} ${formatCount(filled)}${filled < shareAmount ? ` of ${formatCount(shareAmount)}` : ''} for ${formatDollars(tradedFor)}`
            : `${type === 'buy' ? 'Buy' : 'Sell'} ${formatCount(shareAmount)} at ${formatDollars(pricePerShare)}`}
        </span>
        <span className="block text-12 text-muted">
          <Time at={placedAt} /> · block <BlockLink index={blockIndex} />
        </span>
      </span>
      <Badge tone={states[status].tone}>{states[status].text}</Badge>
    </li>
  );
}
