import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Order, Remainder, Side } from './order.ts';
import { OrderBook } from './order-book.ts';
import { type Movement, movementsOfFill, movementsOfPlacing, movementsOfReturn, royaltyOf } from './settlement.ts';

const TOKEN = 1;
const ISSUER = 'issuer';
const royalty = { issuer: ISSUER, basisPoints: 250 };
const accounts = [ISSUER, 'ada', 'bo', 'cy'];

type Command =
  | { kind: 'place'; account: string; side: Side; shares: number; price: number; remainder: Remainder; lasts: number }
  | { kind: 'cancel'; pick: number }
  | { kind: 'wait'; milliseconds: number };

const commands = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('place' as const),
        account: fc.constantFrom(...accounts),
        side: fc.constantFrom<Side>('buy', 'sell'),
        shares: fc.integer({ min: 1, max: 30 }),
        price: fc.integer({ min: 95, max: 105 }),
        remainder: fc.constantFrom<Remainder>('rest', 'rest', 'rest', 'cancel', 'all', 'post'),
        lasts: fc.integer({ min: 1, max: 40 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.integer({ min: 1, max: 20 }) }),
    },
  ),
  { minLength: 1, maxLength: 120 },
);

/** The naive model: every order ever, in order of arrival, scanned from the beginning each time. */
class Model {
  readonly orders: Order[] = [];
  readonly seen = { fills: 0, self: 0, expired: 0, canceled: 0, refused: 0 };

  resting = (side: Side) =>
    this.orders
      .filter((order) => order.side === side && order.open > 0)
      .toSorted((a, b) => (side === 'sell' ? a.price - b.price : b.price - a.price));

  /** Returns the effects of a new order as text. */
  place(order: Order): string[] {
    const lines: string[] = [];
    const met = this.resting(order.side === 'buy' ? 'sell' : 'buy').filter(({ price }) =>
      order.side === 'buy' ? order.price >= price : order.price <= price,
    );
    const foreign = met.filter(({ account }) => account !== order.account);
    const available = foreign.reduce((sum, { open }) => sum + open, 0);
    if ((order.remainder === 'post' && foreign.length > 0) || (order.remainder === 'all' && available < order.shares)) {
      this.seen.refused += 1;
      return ['refused'];
    }
    for (const resting of met) {
      if (order.open === 0) break;
      if (resting.account === order.account) {
        lines.push(`self ${resting.orderId} ${resting.open}`);
        this.seen.self += 1;
        resting.open = 0;
        continue;
      }
      const shares = Math.min(order.open, resting.open);
      lines.push(`fill ${resting.orderId} ${shares}@${resting.price}`);
      this.seen.fills += 1;
      order.open -= shares;
      resting.open -= shares;
    }
    if (order.remainder === 'cancel') order.open = 0;
    this.orders.push(order);
    return lines;
  }
}

const seen = { fills: 0, self: 0, expired: 0, canceled: 0, refused: 0 };

/** Runs commands on the book and the model, and checks every guarantee after each. */
function run(list: readonly Command[]): void {
  const book = new OrderBook();
  const model = new Model();
  const own = new Map<number, Order>();
  const holdings = new Map<string, number>();
  const apply = (movements: readonly Movement[]) => {
    for (const { account, asset, part, amount } of movements) {
      const key = `${account} ${asset} ${part}`;
      holdings.set(key, (holdings.get(key) ?? 0) + amount);
    }
  };
  for (const account of accounts)
    for (const [asset, amount] of [
      [TOKEN, 200],
      ['cash', 20_000],
    ] as const)
      apply([{ account, asset, part: 'free', amount }]);
  const total = (asset: string | number) =>
    [...holdings].filter(([key]) => key.includes(` ${asset} `)).reduce((sum, [, amount]) => sum + amount, 0);
  let now = 1000;
  for (const [n, command] of list.entries()) {
    if (command.kind === 'wait') {
      now += command.milliseconds;
      const swept = book.sweep(now);
      for (const one of swept) apply(movementsOfReturn(one, TOKEN));
      const expired = model.orders.filter(({ open, expiresAt }) => open > 0 && expiresAt <= now);
      expect(new Set(swept.map(({ order, shares }) => `${order.orderId} ${shares}`))).toEqual(
        new Set(expired.map(({ orderId, open }) => `${orderId} ${open}`)),
      );
      for (const order of expired) order.open = 0;
      seen.expired += expired.length;
    } else if (command.kind === 'cancel') {
      const resting = [...own.values()].filter(({ open }) => open > 0);
      const order = resting[command.pick % Math.max(1, resting.length)];
      if (order === undefined) continue;
      apply(movementsOfReturn(book.cancel(order), TOKEN));
      for (const one of model.orders) if (one.orderId === order.orderId) one.open = 0;
      seen.canceled += 1;
    } else {
      const { account, side, shares, price, remainder, lasts } = command;
      const order: Order = {
        orderId: n,
        account,
        side,
        shares,
        price,
        remainder,
        expiresAt: now + lasts,
        open: shares,
      };
      const funded = side === 'sell' ? [TOKEN, shares] : ['cash', shares * price];
      if ((holdings.get(`${account} ${funded[0]} free`) ?? 0) < Number(funded[1])) continue;
      const before = JSON.stringify([...book.orders('buy'), ...book.orders('sell')]);
      const expected = model.place({ ...order });
      const refusal = book.refuses(order);
      if (refusal !== undefined) {
        expect(expected).toEqual(['refused']);
        expect(JSON.stringify([...book.orders('buy'), ...book.orders('sell')])).toBe(before);
        continue;
      }
      apply(movementsOfPlacing(order, TOKEN));
      const { fills, returned } = book.place(order);
      for (const fill of fills) apply(movementsOfFill(fill, TOKEN, royalty));
      for (const one of returned) apply(movementsOfReturn(one, TOKEN));
      // Trades, and returns of the account's own orders, in the order of the model.
      expect(fills.map((fill) => `fill ${fill.maker.orderId} ${fill.shares}@${fill.price}`)).toEqual(
        expected.filter((line) => line.startsWith('fill')),
      );
      expect(
        returned.filter(({ why }) => why === 'self').map((one) => `self ${one.order.orderId} ${one.shares}`),
      ).toEqual(expected.filter((line) => line.startsWith('self')));
      own.set(order.orderId, order);
    }
    for (const side of ['buy', 'sell'] as const)
      expect([...book.orders(side)].map(({ orderId, open }) => `${orderId} ${open}`)).toEqual(
        model.resting(side).map(({ orderId, open }) => `${orderId} ${open}`),
      );
    const [bid] = book.orders('buy');
    const [ask] = book.orders('sell');
    if (bid && ask) expect(bid.price).toBeLessThan(ask.price);
    for (const [key, amount] of holdings) expect(amount, key).toBeGreaterThanOrEqual(0);
    expect([total(TOKEN), total('cash')]).toEqual([800, 80_000]);
    for (const account of accounts) {
      const held = { [TOKEN]: 0, cash: 0 };
      for (const order of own.values())
        if (order.account === account && order.open > 0)
          held[order.side === 'sell' ? TOKEN : 'cash'] += order.side === 'sell' ? order.open : order.open * order.price;
      for (const asset of [TOKEN, 'cash'] as const)
        expect(holdings.get(`${account} ${asset} held`) ?? 0).toBe(held[asset]);
    }
  }
  seen.fills += model.seen.fills;
  seen.self += model.seen.self;
  seen.refused += model.seen.refused;
}

test('the book trades like a naive one: price, then time; nothing is lost, created, crossed or left in escrow', () => {
  fc.assert(fc.property(commands, run), { numRuns: 400 });
  // A run that never trades would prove nothing.
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(10);
});

test('royalties are rounded down to the cent, also where the product exceeds 2^53, and the issuer pays none', () => {
  expect(royaltyOf('ada', 39, { issuer: ISSUER, basisPoints: 250 })).toBe(0);
  expect(royaltyOf('ada', 40, { issuer: ISSUER, basisPoints: 250 })).toBe(1);
  expect(royaltyOf('ada', 9_007_199_254_740_991, { issuer: ISSUER, basisPoints: 1000 })).toBe(900_719_925_474_099);
  expect(royaltyOf(ISSUER, 1_000_000, { issuer: ISSUER, basisPoints: 250 })).toBe(0);
});

test('an order that would trade with more than 90 others is refused, and one that trades with 90 is not', () => {
  const book = new OrderBook();
  const order = (orderId: number, account: string, side: Order['side'], shares: number): Order => ({
    ...{ orderId, account, side, shares, open: shares },
    ...{ price: 100, remainder: 'rest', expiresAt: Number.MAX_SAFE_INTEGER },
  });
  for (let n = 0; n < 91; n += 1) book.place(order(n, 'ada', 'sell', 1));
  expect(book.refuses(order(100, 'ben', 'buy', 91))).toBe('meets_too_many');
  // Own orders count too: each that it cancels is a step of the call.
  expect(book.refuses(order(100, 'ada', 'buy', 1))).toBe('meets_too_many');
  const largest = order(100, 'ben', 'buy', 90);
  expect(book.refuses(largest)).toBeUndefined();
  expect(book.place(largest).fills).toHaveLength(90);
});
