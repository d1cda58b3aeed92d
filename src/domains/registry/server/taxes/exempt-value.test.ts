import { expect, test } from 'vitest';
import type { Exemption } from './bill-state.ts';
import { exemptValue } from './exempt-value.ts';

const part = (id: string, basisPoints: number): Exemption => ({ id, cents: null, basisPoints });
const amount = (id: string, cents: number): Exemption => ({ id, cents, basisPoints: null });
const centsOf = (value: number, ...exemptions: Exemption[]) =>
  exemptValue(value, exemptions).map(({ id, exemptCents }) => [id, exemptCents]);

test('a part is of the whole value, not of the rest after other exemptions', () => {
  expect(centsOf(100_000, part('a', 1000), part('b', 5000))).toEqual([
    ['a', 10_000],
    ['b', 50_000],
  ]);
  expect(centsOf(100_000, amount('a', 40_000), part('b', 5000))).toEqual([
    ['a', 40_000],
    ['b', 50_000],
  ]);
});

test('together they exempt at most the value, and the last ones by id get the rest, in any order', () => {
  const expected = [
    ['a', 60_000],
    ['b', 40_000],
    ['c', 0],
  ];
  const all = [amount('a', 60_000), part('b', 5000), amount('c', 1)] as const;
  expect(centsOf(100_000, ...all)).toEqual(expected);
  expect(centsOf(100_000, ...all.toReversed())).toEqual(expected);
});

test('a part is rounded half to even', () => {
  expect(centsOf(50, part('a', 100))).toEqual([['a', 0]]);
  expect(centsOf(150, part('a', 100))).toEqual([['a', 2]]);
});
