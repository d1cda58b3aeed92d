import { expect, test } from 'vitest';
import { hasTwoDecimals } from './money.ts';

test('accepts whole cents as JSON writes them, up to the largest amount of a request', () => {
  for (let cents = 0; cents <= 1_000_000_000; cents = Math.ceil(cents * 1.0007) + 1)
    expect(hasTwoDecimals(JSON.parse((cents / 100).toFixed(2)) as number), String(cents)).toBe(true);
});

test.each([0.001, 0.005, 0.290_000_000_000_000_04, 1.000_000_000_000_1, 1.005, 250.123, 999_999.990_000_001])(
  'rejects %d, which has more than two decimals',
  (value) => {
    expect(hasTwoDecimals(value)).toBe(false);
  },
);
