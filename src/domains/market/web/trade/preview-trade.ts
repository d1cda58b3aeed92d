import { type StepName, settlementGasMax } from '#domains/market/contract/settlement-gas.ts';
import type { TradeRequest } from '#domains/market/contract.ts';
import { centsOf } from '#platform/web/dollars.ts';

type Level = { readonly pricePerShare: number; readonly shares: number };
type BookLevel = Level & { readonly orders: number };
type Side = TradeRequest['type'];

/** An order as the ticket describes it, with its limit in cents. */
export type PlannedOrder = {
  readonly type: Side;
  readonly shares: number;
  readonly cents: number;
  readonly remainder: Remainder;
};

/** What happens to shares that do not trade immediately: the four choices of the ticket. */
export type Remainder = 'rest' | 'cancel' | 'all' | 'post';

/** What the book knows: the levels on the other side, best price first, and which of their shares are the account's own. */
export type BookForOrder = { readonly levels: readonly BookLevel[]; readonly own: readonly Level[] };

export type TradePreview = {
  /** Shares that trade immediately, and their total cost in cents. */
  readonly traded: number;
  readonly tradedCents: number;
  /** Shares that wait in the book, and those that are canceled. */
  readonly rests: number;
  readonly canceled: number;
  /** The most gas that settling the order now uses. Fewer resting orders than assumed use less. */
  readonly gasMax: number;
  /** The account's own orders on the other side are reached. They are canceled, because nobody trades with itself. */
  readonly meetsOwn: boolean;
  /** Why the market would refuse the order. */
  readonly refusal: 'would_trade' | 'cannot_fill_all' | undefined;
};

/** Computes the effects of an order on the shown book, by the rules of the market: best price first, at the price of the resting order. */
export function previewTrade(order: PlannedOrder, { levels, own }: BookForOrder): TradePreview {
  let left = order.shares;
  let tradedCents = 0;
  let fillsMax = 0;
  let meetsOwn = false;
  for (const level of levels) {
    const cents = centsOf(level.pricePerShare);
    if (left === 0 || !meets(order, cents)) break;
    const owned = sharesAt(own, cents);
    const shares = Math.min(left, Math.max(level.shares - owned, 0));
    left -= shares;
    tradedCents += shares * cents;
    // Own orders are closed, which uses less gas than a fill.
    fillsMax += owned > 0 ? level.orders : Math.min(level.orders, shares);
    meetsOwn ||= owned > 0 && left > 0;
  }
  const traded = order.shares - left;
  if (order.remainder === 'post' && traded > 0) return refused('would_trade');
  if (order.remainder === 'all' && left > 0) return refused('cannot_fill_all');
  const rests = order.remainder === 'rest' || order.remainder === 'post' ? left : 0;
  const steps: StepName[] = ['place', ...Array<StepName>(fillsMax).fill('fill')];
  if (left > rests) steps.push('close');
  const gasMax = settlementGasMax(steps);
  return { traded, tradedCents, rests, canceled: left - rests, gasMax, meetsOwn, refusal: undefined };
}

/** Returns the most royalty of a sale in cents. Each trade is rounded down, so several trades may pay a few cents less. */
export const royaltyOf = (cents: number, percentage: number): number =>
  Number((BigInt(cents) * BigInt(Math.round(percentage * 100))) / 10_000n);

const meets = ({ type, cents }: PlannedOrder, resting: number) =>
  type === 'buy' ? resting <= cents : resting >= cents;

const sharesAt = (levels: readonly Level[], cents: number) =>
  levels.reduce((sum, level) => (centsOf(level.pricePerShare) === cents ? sum + level.shares : sum), 0);

const refused = (refusal: 'would_trade' | 'cannot_fill_all'): TradePreview => ({
  traded: 0,
  tradedCents: 0,
  rests: 0,
  canceled: 0,
  gasMax: 0,
  meetsOwn: false,
  refusal,
});
