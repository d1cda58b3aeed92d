import fc from 'fast-check';
import { expect, test } from 'vitest';
import gas from '#contracts/gas.json' with { type: 'json' };
import { settlementGasMax } from '#domains/market/contract/settlement-gas.ts';
import { type PlannedOrder, previewTrade, royaltyOf } from './preview-trade.ts';

const asks = [
  { pricePerShare: 249.5, shares: 4, orders: 2 },
  { pricePerShare: 250, shares: 3, orders: 1 },
  { pricePerShare: 260, shares: 100, orders: 9 },
];
const gasOf = (orders: number, fills: number) =>
  settlementGasMax([...Array<'place'>(orders).fill('place'), ...Array<'fill'>(fills).fill('fill')]);
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
    gasMax: gasOf(1, 3),
    meetsOwn: false,
    refusal: undefined,
  });
});

test('sells to the highest purchases, and not below the limit', () => {
  const bids = [
    { pricePerShare: 251, shares: 2, orders: 1 },
    { pricePerShare: 249.99, shares: 9, orders: 1 },
  ];
  const preview = previewTrade(
    { type: 'sell', shares: 5, cents: 25_000, remainder: 'rest' },
    { levels: bids, own: [] },
  );
  expect(preview).toMatchObject({ traded: 2, tradedCents: 50_200, rests: 3 });
});

test('cancels the rest of an immediate order, and refuses one that cannot fill or may only rest', () => {
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
  const level = fc.record({
    pricePerShare: fc.integer({ min: 1, max: 500 }),
    shares: fc.integer({ min: 1, max: 50 }),
    orders: fc.constant(1),
  });
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

test('names at least the gas that the contracts use, and at most three times as much', () => {
  const oneEach = Array.from({ length: 50 }, (_, n) => ({ pricePerShare: 200 + n, shares: 10, orders: 1 }));
  for (const [fills, used] of [
    [1, gas['place with 1 fill']],
    [2, gas['place with 2 fills']],
    [3, gas['place with 3 fills']],
  ] as const) {
    const { gasMax } = previewTrade(buy(fills * 10, 25_000), { levels: oneEach, own: [] });
    expect({ fills, enough: gasMax >= used }).toEqual({ fills, enough: true });
    expect({ fills, close: gasMax <= 3 * used }).toEqual({ fills, close: true });
  }
  // Own orders that are met are closed.
  const own = [{ pricePerShare: 249.5, shares: 4 }];
  expect(previewTrade(buy(5, 24_950), { levels: asks, own }).gasMax).toBeGreaterThanOrEqual(
    settlementGasMax(['place', 'close', 'close']),
  );
  expect(previewTrade(buy(1, 100), { levels: asks, own: [] }).gasMax).toBeGreaterThanOrEqual(gas['place a purchase']);
});
