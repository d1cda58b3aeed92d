import { expect, test } from 'vitest';
import { consequencesOf, describeValue } from './consequences.ts';

const owner = (numerator: number, denominator: number) => ({
  ...{ holder: 'a', acquiredAt: '2026-01-01T00:00:00.000Z', blockIndex: 1 },
  fraction: { numerator, denominator },
});
const valuesOf = (...args: Parameters<typeof consequencesOf>) => consequencesOf(...args).map(({ value }) => value);

test('the price of a share is compared with the assessed value of a share', () => {
  expect(describeValue({ totalShares: 1000, sharePrice: 25_000 }, 25_000_000)).toBe('$250.00; the price is 100% of it');
  expect(describeValue({ totalShares: 1000, sharePrice: 25_000 }, 50_000_000)).toBe('$500.00; the price is 50% of it');
  expect(describeValue({ totalShares: 1000, sharePrice: 25_000 }, 0)).toBe('Unknown');
});

test('an owner gets all shares and the royalties', () => {
  const property = { owners: [owner(1, 1)], taxOwed: 0 };
  expect(valuesOf({ role: 'resident' }, property, 500)).toEqual(['You, all 500 shares', 'You', 'None']);
});

test('co-owners get their fractions, the city gets the royalties, and owed tax is stated', () => {
  const property = { owners: [owner(1, 2), owner(1, 4), owner(1, 4)], taxOwed: 90_000 };
  expect(valuesOf({ role: 'government' }, property, 1001)).toEqual([
    '3 owners. 1/2: at least 500 shares; 1/4: at least 250 shares; 1/4: at least 250 shares',
    'The city',
    '$900.00: buyers see it, and while it is overdue the issuer’s sales can be halted',
  ]);
});
