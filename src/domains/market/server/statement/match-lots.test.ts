import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Lots, type ShareMove } from './match-lots.ts';

const at = (block: number) => ({ tokenId: 1, block, at: block * 10 });
const bought = (block: number, shares: number, cents: number): ShareMove => ({ ...at(block), shares, cents });
const sold = (block: number, shares: number, cents: number): ShareMove => ({ ...at(block), shares: -shares, cents });

test('shares bought first are sold first, and a sale from two lots has a gain for each', () => {
  const lots = new Lots();
  lots.apply(bought(1, 10, 10_000));
  lots.apply(bought(2, 10, 20_000));
  expect(lots.apply(sold(3, 15, 22_501))).toEqual([
    {
      tokenId: 1,
      shares: 10,
      acquired: { block: 1, at: 10 },
      sold: { block: 3, at: 30 },
      cost: 10_000,
      proceeds: 15_000,
    },
    { tokenId: 1, shares: 5, acquired: { block: 2, at: 20 }, sold: { block: 3, at: 30 }, cost: 10_000, proceeds: 7501 },
  ]);
  expect(lots.open().get(1)).toEqual([{ ...at(2), shares: 5, cents: 10_000 }]);
});

test('issued shares have no cost, and shares that return from outside keep their cost', () => {
  const lots = new Lots();
  lots.apply({ ...at(1), shares: 5, cents: null });
  lots.apply(bought(2, 5, 500));
  expect(lots.apply(sold(3, 5, 700))).toMatchObject([{ cost: null, proceeds: 700 }]);
  lots.apply({ ...at(4), shares: -3, cents: null });
  lots.apply({ ...at(5), shares: 4, cents: null });
  expect(lots.open().get(1)).toEqual([
    { ...at(2), shares: 2, cents: 200 },
    { ...at(2), shares: 3, cents: 300 },
    { ...at(5), shares: 1, cents: null },
  ]);
});

test('shares that were in a wallet meanwhile are sold in the order in which they were bought', () => {
  const lots = new Lots();
  lots.apply(bought(1, 10, 1000));
  lots.apply(bought(2, 10, 2000));
  lots.apply({ ...at(3), shares: -10, cents: null });
  lots.apply({ ...at(4), shares: 10, cents: null });
  expect(lots.apply(sold(5, 10, 1500))).toMatchObject([{ acquired: { block: 1 }, cost: 1000, proceeds: 1500 }]);
});

test('lots of one block keep their sequence while they are in a wallet', () => {
  const lots = new Lots();
  lots.apply(bought(1, 5, 500));
  lots.apply(bought(1, 5, 1000));
  lots.apply({ ...at(2), shares: -5, cents: null });
  lots.apply({ ...at(3), shares: 5, cents: null });
  expect(lots.apply(sold(4, 5, 900))).toMatchObject([{ cost: 500, proceeds: 900 }]);
});

test('shares and cents are conserved by any moves', () => {
  const kinds = { buy: 0, sell: 0, split: 0, out: 0, back: 0 };
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          kind: fc.constantFrom('buy', 'sell', 'out', 'back'),
          shares: fc.integer({ min: 1, max: 50 }),
          cents: fc.integer({ min: 0, max: 100_000_000_000_000 }),
        }),
        { minLength: 20, maxLength: 40 },
      ),
      (steps) => {
        const lots = new Lots();
        const held = { shares: 0, outside: 0 };
        const sums = { paid: 0n, cost: 0n, proceeds: 0n, brought: 0n };
        for (const [n, { kind, shares, cents }] of steps.entries()) {
          const isIn = kind === 'buy' || kind === 'back';
          const has = kind === 'back' ? held.outside : isIn ? Number.POSITIVE_INFINITY : held.shares;
          if (has < shares) continue;
          const isTrade = kind === 'buy' || kind === 'sell';
          const move = { ...at(n), shares: isIn ? shares : -shares, cents: isTrade ? cents : null };
          const disposals = lots.apply(move);
          kinds[kind as keyof typeof kinds] += 1;
          if (disposals.length > 1) kinds.split += 1;
          held.shares += move.shares;
          if (!isTrade) held.outside -= move.shares;
          if (kind === 'buy') sums.paid += BigInt(cents);
          if (kind === 'sell') sums.brought += BigInt(cents);
          for (const one of disposals) {
            sums.cost += BigInt(one.cost ?? 0);
            sums.proceeds += BigInt(one.proceeds);
          }
          if (kind === 'sell') expect(disposals.reduce((sum, one) => sum + one.shares, 0)).toBe(shares);
          expect(sums.proceeds).toBe(sums.brought);
        }
        const open = lots.open().get(1) ?? [];
        expect(open.reduce((sum, one) => sum + one.shares, 0)).toBe(held.shares);
        const left = open.reduce((sum, one) => sum + BigInt(one.cents ?? 0), 0n);
        if (held.outside === 0) expect(sums.cost + left).toBe(sums.paid);
      },
    ),
    { numRuns: 500 },
  );
  for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(50);
});
