import { Link } from '@tanstack/react-router';
import { linkClass } from '#domains/ledger/web/index.ts';
import type { readPortfolio, ShareOrder, TradeRequest } from '#domains/market/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { centsOf } from '#platform/web/dollars.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { type Amount, AmountList } from '#platform/web/ui/value/amount-list.tsx';
import { formatPart } from '../amounts.ts';
import type { Book } from './order-book.tsx';
import { previewTrade, royaltyOf, type TradePreview } from './preview-trade.ts';
import type { TicketValues } from './ticket-values.ts';

type Props = {
  type: TradeRequest['type'];
  /** Undefined while the ticket is invalid. */
  values: TicketValues | undefined;
  book: Book;
  /** The account's open orders for this property. */
  orders: readonly ShareOrder[];
  /** Undefined until it is loaded. */
  portfolio: ResponseIn<typeof readPortfolio> | undefined;
};

/** The effects of the ticket's order on the shown book, the amount it holds, and the account's free amount. */
export function TicketPreview({ type, values, book, orders, portfolio }: Props) {
  const free = portfolio === undefined ? undefined : freeOf(type, book.propertyId, portfolio);
  const order = values && {
    type,
    shares: values.shareAmount,
    cents: values.pricePerShare,
    remainder: values.remainder,
  };
  const preview =
    order &&
    previewTrade(order, {
      levels: type === 'buy' ? book.asks : book.bids,
      own: orders
        .filter((own) => own.type !== type)
        .map(({ pricePerShare, open }) => ({ pricePerShare, shares: open })),
    });
  const items = rowsOf(type, values, preview, book);
  const needed = order === undefined ? 0 : type === 'buy' ? order.shares * order.cents : order.shares;
  const format = type === 'buy' ? formatCents : (shares: number) => formatCounted(shares, 'share');
  const missing = free === undefined ? 0 : Math.max(needed - free, 0);
  const has = free === undefined ? '–' : format(free);
  return (
    <div>
      <AmountList
        label="Preview"
        items={[
          ...items,
          {
            label: type === 'buy' ? 'Free cash' : 'Free shares',
            value: missing > 0 ? `${has}, ${format(missing)} missing` : has,
            wrong: missing > 0,
          },
        ]}
      />
      <p className="mt-1 min-h-4 text-12 text-muted">
        {type === 'buy' && missing > 0 ? (
          <>
            Your free cash is not enough.{' '}
            <Link to="/nft" search={{ tab: 'portfolio' }} className={linkClass}>
              Add Cash
            </Link>
          </>
        ) : preview === undefined ? (
          ''
        ) : (
          wordsOf(preview)
        )}
      </p>
    </div>
  );
}

/** Always returns the same rows, so that nothing moves while the user types. */
function rowsOf(
  type: TradeRequest['type'],
  values: TicketValues | undefined,
  preview: TradePreview | undefined,
  book: Book,
): Amount[] {
  const royalty = `${book.royaltyPercentage}%`;
  const names = {
    now: 'Trades now',
    rest: values?.remainder === 'cancel' ? 'Canceled' : 'Waits',
    royalty: 'Royalty',
    fee: 'Network fee',
    part: 'Of the property',
    likely: type === 'buy' ? 'You likely pay now' : 'You likely receive now',
    bound: type === 'buy' ? 'You pay at most' : 'If all sells, at least',
  };
  if (values === undefined || preview === undefined)
    return Object.entries(names).map(([key, label]) => ({ label, value: '–', total: key === 'bound' }));
  const { traded, tradedCents, rests, canceled, gasMax } = preview;
  const resting = rests * values.pricePerShare;
  // Each trade of a sale rounds its royalty down, so these are bounds. The issuer pays none.
  const percentage = book.issuedByYou ? 0 : book.royaltyPercentage;
  const due = royaltyOf(tradedCents, percentage);
  // The book may change first, so only the limit bounds the amount paid or received. A purchase holds that amount.
  const limit = values.shareAmount * values.pricePerShare;
  const bound = type === 'buy' ? limit : limit - royaltyOf(limit, percentage);
  const average = traded === 0 ? '' : `, ${formatCents(Math.round(tradedCents / traded))} on average`;
  const held = rests === 0 ? '' : type === 'buy' ? `, ${formatCents(resting)} held` : ', held';
  return [
    {
      label: names.now,
      value: preview.refusal === undefined ? `${formatCounted(traded, 'share')}${average}` : 'Refused',
    },
    { label: names.rest, value: `${formatCounted(rests + canceled, 'share')}${held}` },
    {
      label: names.royalty,
      value:
        book.royaltyPercentage === 0 || (type === 'sell' && book.issuedByYou)
          ? 'None'
          : type === 'buy'
            ? `The seller pays ${royalty}`
            : `${royalty}: ${formatCents(due)} now, ${formatCents(royaltyOf(resting, percentage))} on the rest`,
    },
    {
      label: names.fee,
      value: gasMax === 0 ? 'None' : `None to you, ≤ ${formatCount(gasMax)} gas`,
    },
    { label: names.part, value: formatPart(values.shareAmount, book.totalSupply) },
    { label: names.likely, value: formatCents(type === 'buy' ? tradedCents : tradedCents - due) },
    { label: names.bound, value: formatCents(bound), total: true },
  ];
}

function wordsOf({ refusal, meetsOwn }: TradePreview): string {
  if (refusal === 'would_trade') return 'Some of it would trade now, so a post-only order is refused.';
  if (refusal === 'cannot_fill_all') return 'The book has too few shares at this price.';
  if (meetsOwn) return 'Your own orders that it reaches are canceled.';
  return 'Computed from the book shown, which may change first.';
}

function freeOf(type: TradeRequest['type'], propertyId: string, { cash, holdings }: ResponseIn<typeof readPortfolio>) {
  if (type === 'buy') return centsOf(cash.free);
  const holding = holdings.find((one) => one.propertyId === propertyId);
  return holding === undefined ? 0 : holding.shares - holding.held;
}
