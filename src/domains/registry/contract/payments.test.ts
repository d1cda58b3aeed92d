import { expect, test } from 'vitest';
import { PaidCents } from './payments.ts';

const explain = (amount: unknown) => PaidCents.safeParse(amount).error?.issues.map(({ message }) => message);

test('says what is wrong with an amount', () => {
  expect(explain(12_345)).toBeUndefined();
  expect(explain(0)).toEqual(['amount must be at least 1 cent']);
  for (const amount of [10.5, '100', null])
    expect(explain(amount)).toEqual(['amount must be in whole cents, such as 12345 for $123.45']);
  expect(explain(1e15)).toEqual(['amount must be at most 100000000000000 cents ($1,000,000,000,000.00)']);
});
