import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideShares } from './divide-shares.ts';

test('shares that cannot be divided evenly go to the largest remainders, older parts first', () => {
  expect(divideShares(10, [1, 1, 1])).toEqual([4, 3, 3]);
  expect(divideShares(100, [1, 5])).toEqual([17, 83]);
  expect(divideShares(1, [1, 2])).toEqual([0, 1]);
  expect(divideShares(1000, [7])).toEqual([1000]);
});

test('every division adds up, differs from the exact portion by less than one, and never inverts two parts', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), parts, (shares, parts) => {
      const divided = divideShares(shares, parts);
      expect(divided.reduce((sum, one) => sum + one, 0)).toBe(shares);
      const whole = parts.reduce((sum, part) => sum + BigInt(part), 0n);
      for (const [n, part] of parts.entries()) {
        const difference = BigInt(divided[n] ?? 0) * whole - BigInt(shares) * BigInt(part);
        expect(difference > -whole && difference < whole).toBe(true);
        for (const [m, other] of parts.entries())
          if (part > other) expect(divided[n]).toBeGreaterThanOrEqual(divided[m] ?? 0);
      }
    }),
    { numRuns: 300 },
  );
});
