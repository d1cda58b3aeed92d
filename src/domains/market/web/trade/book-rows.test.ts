import { expect, test } from 'vitest';
import { bookRows, changedPrices } from './book-rows.ts';

const levels = [
  { pricePerShare: 250.1, shares: 5 },
  { pricePerShare: 251, shares: 2 },
];

test('always returns the same number of rows, with the depth up to each', () => {
  expect(bookRows(levels, 3)).toEqual([
    { cents: 25_010, shares: 5, depth: 5 },
    { cents: 25_100, shares: 2, depth: 7 },
    undefined,
  ]);
  expect(bookRows(levels, 1)).toHaveLength(1);
});

test('keeps the row of each held price, with its current shares', () => {
  const after = [
    { pricePerShare: 249, shares: 1 },
    { pricePerShare: 251, shares: 9 },
  ];
  expect(bookRows(after, 3, [25_010, 25_100, undefined])).toEqual([
    { cents: 25_010, shares: 0, depth: 0 },
    { cents: 25_100, shares: 9, depth: 9 },
    undefined,
  ]);
});

test('reports new and changed prices, and no others', () => {
  const after = [
    { pricePerShare: 249, shares: 1 },
    { pricePerShare: 250.1, shares: 5 },
    { pricePerShare: 251, shares: 3 },
  ];
  expect([...changedPrices(bookRows(levels, 4), bookRows(after, 4))]).toEqual([24_900, 25_100]);
});
