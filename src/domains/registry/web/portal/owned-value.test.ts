import { expect, test } from 'vitest';
import { ownedValueOf } from './owned-value.ts';

const resident = (...owned: [value: number, numerator: number, denominator: number][]) =>
  ({
    properties: owned.map(([assessedValue], n) => ({ propertyId: `P-${n}`, assessedValue })),
    ownerships: owned.map(([, numerator, denominator], n) => ({
      propertyId: `P-${n}`,
      shares: { numerator, denominator },
    })),
  }) as never;

test('counts a property that is owned in part by its share, rounded down to the cent', () => {
  expect(ownedValueOf(resident([18_420_000, 1, 2]))).toBe(9_210_000);
  expect(ownedValueOf(resident([100, 1, 3], [100, 2, 3]))).toBe(33 + 66);
  expect(ownedValueOf(resident([18_420_000, 1, 1], [24_840_000, 1, 1]))).toBe(43_260_000);
});

test('is exact for fractions and values that a floating-point number cannot represent', () => {
  expect(ownedValueOf(resident([9_007_199_254_740_991, 999_999_999, 1_000_000_000]))).toBe(9_007_199_245_733_791);
});
