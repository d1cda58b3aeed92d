import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CASH_CENTS, planTrades } from './plan-trades.ts';

const issues = fc.record({
  ordinal: fc.nat(1000),
  shares: fc.integer({ min: 1, max: 5000 }),
  priceCents: fc.integer({ min: 1, max: 5_000_000 }),
  issuer: fc.constantFrom('demo-government', 'demo-resident'),
});

test('no account sells shares that it does not hold, or spends more than its cash', () => {
  fc.assert(
    fc.property(issues, (issue) => {
      const held = new Map([[issue.issuer, issue.shares]]);
      const cash = new Map<string, number>();
      const add = (to: Map<string, number>, account: string, change: number) =>
        void to.set(account, (to.get(account) ?? 0) + change);
      const { trades, resting } = planTrades(issue);
      for (const { seller, buyer, shares, priceCents } of trades) {
        expect(seller).not.toBe(buyer);
        expect(Math.min(shares, priceCents)).toBeGreaterThan(0);
        add(held, seller, -shares);
        add(held, buyer, shares);
        add(cash, seller, shares * priceCents);
        add(cash, buyer, -shares * priceCents);
      }
      for (const { account, side, shares, priceCents } of resting)
        if (side === 'sell') add(held, account, -shares);
        else add(cash, account, -shares * priceCents);
      expect([...held.values()].every((shares) => shares >= 0)).toBe(true);
      // Eight properties together stay below what a demo account has.
      expect([...cash.values()].every((cents) => cents * 8 >= -CASH_CENTS)).toBe(true);
      const asks = resting.filter(({ side }) => side === 'sell').map((one) => one.priceCents);
      const bids = resting.filter(({ side }) => side === 'buy').map((one) => one.priceCents);
      if (asks.length > 0 && bids.length > 0 && issue.priceCents > 100)
        expect(Math.min(...asks)).toBeGreaterThan(Math.max(...bids));
    }),
  );
});

test('shares at a usual price are traded on many days, both up and down', () => {
  const { trades } = planTrades({ ordinal: 3, shares: 1000, priceCents: 24_840, issuer: 'demo-resident' });
  expect(trades.length).toBeGreaterThanOrEqual(6);
  const moves = trades.slice(1).map(({ priceCents }, n) => priceCents - (trades[n]?.priceCents ?? 0));
  expect(moves.some((move) => move > 0) && moves.some((move) => move < 0)).toBe(true);
});
