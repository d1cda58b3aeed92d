import { lookUpOrder, type TradeRequest } from '#domains/market/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { useLookUp } from '#platform/web/form/use-look-up.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Answer } from '#platform/web/ui/feedback/answer.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import type { PlacedOrder, SentOrder } from './use-place-order.ts';

type Props = {
  order: SentOrder;
  /** Receives its outcome; null if nothing was placed. */
  onFound: (placed: PlacedOrder | null) => void;
  onDiscard: () => void;
};

/** An order whose response was lost, while it is looked up. It replaces the form, so that nobody orders twice by mistake. */
export function UnansweredOrder({ order: { key, body }, onFound, onDiscard }: Props) {
  const { isOffline, error, isLookingUp, lookUpNow } = useLookUp(
    key,
    (signal) => call(lookUpOrder, { body: { key } }, { signal }),
    onFound,
  );
  return (
    <div className="-m-3">
      <Answer of={key}>
        <div className="p-3">
          <Banner kind="warning">
            <p className="font-medium">This order may have been placed</p>
            <p className="mt-1 text-pretty">
              {wordsOf(body)}: its answer was lost.{' '}
              {isOffline
                ? 'You are offline. It is looked up as soon as you are back online.'
                : 'It is being looked up, and its outcome will appear here.'}
            </p>
          </Banner>
          {error && !isOffline ? (
            <div className="mt-3">
              <Banner kind="failure">{describeFailure(error)}</Banner>
            </div>
          ) : null}
          <div className="mt-4 flex flex-wrap gap-2">
            <Button busy={isLookingUp && 'Looking up…'} disabled={isOffline} onClick={lookUpNow}>
              Look Up Again
            </Button>
            <Button variant="quiet" onClick={onDiscard}>
              Write New Order
            </Button>
          </div>
          <p className="mt-3 text-12 text-pretty text-muted">
            Before you write a new order, look for this one among your orders.
          </p>
        </div>
      </Answer>
    </div>
  );
}

/** States that an order was not placed, above the form that orders again. */
export const UnplacedOrder = ({ order: { key, body } }: { order: SentOrder }) => (
  <Answer of={key}>
    <Banner kind="info">
      <p className="font-medium">Nothing was ordered</p>
      <p className="mt-1 text-pretty">{wordsOf(body)}: this order did not reach the market. You can order again.</p>
    </Banner>
  </Answer>
);

const wordsOf = ({ type, shareAmount, pricePerShare }: TradeRequest) =>
  `${type === 'buy' ? 'Buy' : 'Sell'} ${formatCounted(shareAmount, 'share')} at ${formatDollars(pricePerShare)}`;

const describeFailure = (error: Error) =>
  error instanceof ApiError && error.code !== 'network.unreachable'
    ? error.message
    : 'The server does not answer. It is asked again every few seconds, and the order stays here until it answers.';
