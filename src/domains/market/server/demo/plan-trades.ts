import type { OrderSide } from '#domains/market/contract.ts';
import { type Random, seededRandom } from '#platform/server/seeded-random.ts';

/** The accounts that trade in the demo, besides the issuers. */
export const TRADERS = ['demo-maker', 'demo-shipper', 'demo-retailer', 'demo-auditor', 'demo-admin'] as const;
/** Days on which shares are traded, counted from the issue. */
export const TRADING_DAYS = [1, 4, 9, 14, 18, 23, 28, 32, 36, 39, 41, 42] as const;
/** The cash of each account, in cents. */
export const CASH_CENTS = 2_500_000;
/** The most that an account spends on the shares of one property: eight are traded. */
const BUDGET_CENTS = CASH_CENTS / 8;
/** The most that a price moves from one trade to the next, as a part of it. */
const STEP = 0.025;

export type SampleIssue = {
  readonly ordinal: number;
  readonly shares: number;
  /** The issuer's price of a share, in cents. */
  readonly priceCents: number;
  readonly issuer: string;
};

/** One account sells shares to another at a price. */
export type SampleTrade = {
  readonly day: number;
  readonly seller: string;
  readonly buyer: string;
  readonly shares: number;
  readonly priceCents: number;
};

/** An order that stays in the book. */
export type SampleOrder = {
  readonly account: string;
  readonly side: OrderSide;
  readonly shares: number;
  readonly priceCents: number;
};

/**
 * Returns the plan for the shares of a property: trades over weeks at a price that wanders, and the orders of both sides that stay in the
 * book at the end. No account sells more than it holds, or spends more than its budget. The same issue has the same plan.
 */
export function planTrades(issue: SampleIssue): { trades: SampleTrade[]; resting: SampleOrder[] } {
  const random = seededRandom(issue.ordinal + 1);
  const held = new Map<string, number>([[issue.issuer, issue.shares]]);
  const cash = new Map(TRADERS.map((account): [string, number] => [account, BUDGET_CENTS]));
  const trades: SampleTrade[] = [];
  let price = issue.priceCents;
  for (const day of TRADING_DAYS) {
    if (random.chance(0.2)) continue;
    for (let left = Math.ceil(random.between(0, 2)); left > 0; left -= 1) {
      price = Math.max(1, Math.round(price * (1 + random.between(-STEP, STEP * 1.15))));
      const trade = planTrade(random, { day, price, issuer: issue.issuer, held, cash });
      if (trade !== undefined) trades.push(trade);
    }
  }
  return { trades, resting: planResting({ issue, price, held, cash }) };
}

type Market = { readonly held: Map<string, number>; readonly cash: Map<string, number> };

/** Lets a trader buy from a holder of shares, and notes the trade. Undefined if no trade is possible. */
function planTrade(
  random: Random,
  { day, price, issuer, held, cash }: Market & { day: number; price: number; issuer: string },
): SampleTrade | undefined {
  const buyer = pick(TRADERS, random.next()) ?? TRADERS[0];
  const owners = [...held].filter(([account, shares]) => account !== buyer && shares > 0).map(([account]) => account);
  // The issuer sells every other time.
  const seller = random.chance(0.5) ? issuer : pick(owners, random.next());
  if (seller === undefined) return undefined;
  const affordable = Math.floor((cash.get(buyer) ?? 0) / price);
  const shares = Math.min(Math.ceil(random.between(0, 8)), affordable, held.get(seller) ?? 0);
  if (shares === 0) return undefined;
  const add = (to: Map<string, number>, account: string, change: number) =>
    void to.set(account, (to.get(account) ?? 0) + change);
  add(held, seller, -shares);
  add(held, buyer, shares);
  add(cash, buyer, -shares * price);
  if (cash.has(seller)) add(cash, seller, shares * price);
  return { day, seller, buyer, shares, priceCents: price };
}

type Outcome = {
  readonly issue: SampleIssue;
  /** The price of the last trade. */
  readonly price: number;
  readonly held: ReadonlyMap<string, number>;
  readonly cash: ReadonlyMap<string, number>;
};

/** The issuer asks more than the last price, in steps; two traders bid less. */
function planResting({ issue, price, held, cash }: Outcome): SampleOrder[] {
  const at = (part: number) => Math.max(1, Math.round(price * part));
  const asks = [1.01, 1.04, 1.08].map((part, n): SampleOrder => {
    const shares = Math.min(8 + 6 * n, Math.floor((held.get(issue.issuer) ?? 0) / 5));
    return { account: issue.issuer, side: 'sell', shares, priceCents: at(part) };
  });
  const bids = [0.98, 0.94].map((part, n): SampleOrder => {
    const account = TRADERS[(issue.ordinal + n) % TRADERS.length] ?? TRADERS[0];
    const shares = Math.min(6 + 5 * n, Math.floor((cash.get(account) ?? 0) / at(part)));
    return { account, side: 'buy', shares, priceCents: at(part) };
  });
  return [...asks, ...bids].filter(({ shares }) => shares > 0);
}

/** Returns the item at a part of a list, from 0 to below 1. Undefined if the list is empty. */
const pick = <Item>(items: readonly Item[], part: number): Item | undefined => items[Math.floor(part * items.length)];
