import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PlannedOrder, previewTrade, royaltyOf } from './preview-trade.ts';

const asks = [
  { pricePerShare: 249.5, shares: 4 },
  { pricePerShare: 250, shares: 3 },
  { pricePerShare: 260, shares: 100 },
];
const buy = (shares: number, cents: number, remainder: PlannedOrder['remainder'] = 'rest'): PlannedOrder => ({
  type: 'buy',
  shares,
  cents,
  remainder,
});

test('trades the best prices first, at the prices of the book, up to the limit', () => {
  expect(previewTrade(buy(10, 25_000), { levels: asks, own: [] })).toEqual({
    traded: 7,
    tradedCents: 4 * 24_950 + 3 * 25_000,
    rests: 3,
    canceled: 0,
    meetsOwn: false,
    refusal: undefined,
  });
});

test('sells to the highest purchases, and not below the limit', () => {
  const bids = [
    { pricePerShare: 251, shares: 2 },
    { pricePerShare: 249.99, shares: 9 },
  ];
  const preview = previewTrade(
    { type: 'sell', shares: 5, cents: 25_000, remainder: 'rest' },
    { levels: bids, own: [] },
  );
  expect(preview).toMatchObject({ traded: 2, tradedCents: 50_200, rests: 3 });
});

test('cancels the rest of an order that does not wait, and refuses one that must fill or must rest', () => {
  const book = { levels: asks, own: [] };
  expect(previewTrade(buy(10, 25_000, 'cancel'), book)).toMatchObject({ traded: 7, rests: 0, canceled: 3 });
  expect(previewTrade(buy(10, 25_000, 'all'), book)).toMatchObject({ traded: 0, refusal: 'cannot_fill_all' });
  expect(previewTrade(buy(7, 25_000, 'all'), book)).toMatchObject({ traded: 7, refusal: undefined });
  expect(previewTrade(buy(1, 24_950, 'post'), book)).toMatchObject({ refusal: 'would_trade' });
  expect(previewTrade(buy(1, 24_949, 'post'), book)).toMatchObject({ rests: 1, refusal: undefined });
});

test('does not trade with the account’s own orders', () => {
  const own = [{ pricePerShare: 249.5, shares: 4 }];
  expect(previewTrade(buy(5, 25_000), { levels: asks, own })).toMatchObject({
    traded: 3,
    tradedCents: 75_000,
    rests: 2,
    meetsOwn: true,
  });
  expect(previewTrade(buy(1, 24_950, 'post'), { levels: asks, own }).refusal).toBeUndefined();
});

test('accounts for each share once, and never pays above the limit', () => {
  const level = fc.record({ pricePerShare: fc.integer({ min: 1, max: 500 }), shares: fc.integer({ min: 1, max: 50 }) });
  fc.assert(
    fc.property(
      fc.uniqueArray(level, { selector: ({ pricePerShare }) => pricePerShare, maxLength: 20 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 50_000 }),
      (levels, shares, cents) => {
        const sorted = levels.toSorted((a, b) => a.pricePerShare - b.pricePerShare);
        const { traded, tradedCents, rests, canceled } = previewTrade(buy(shares, cents), { levels: sorted, own: [] });
        expect(traded + rests + canceled).toBe(shares);
        expect(tradedCents).toBeLessThanOrEqual(traded * cents);
        const met = sorted.filter(({ pricePerShare }) => pricePerShare * 100 <= cents);
        expect(traded).toBe(
          Math.min(
            shares,
            met.reduce((sum, one) => sum + one.shares, 0),
          ),
        );
      },
    ),
  );
});

test('rounds the royalty down to the cent, also for amounts beyond what a product of numbers holds', () => {
  expect(royaltyOf(9_999, 2.5)).toBe(249);
  expect(royaltyOf(100_000_000_000_000, 1.25)).toBe(1_250_000_000_000);
  expect(royaltyOf(25_000, 0)).toBe(0);
});
