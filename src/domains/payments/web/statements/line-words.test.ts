import { expect, test } from 'vitest';
import type { BankLine } from '#domains/payments/contract.ts';
import { describeLine } from './line-words.ts';

const settled = (announcedCents: number | undefined) =>
  describeLine({
    state: 'settled',
    subject: 'HB-1',
    cents: 528_200,
    known: false,
    candidates: [] as BankLine['candidates'],
    announcedCents,
  } as BankLine);

test('describes how much an amount differs from the announced one, and what happens with the difference', () => {
  expect(settled(528_265)).toBe('Settled a payment for HB-1, $0.65 short of the announced $5,282.65: $0.65 stays open');
  expect(settled(528_100)).toMatch(/, \$1\.00 over the announced \$5,281\.00: it pays what else is owed there/);
});

test('adds nothing for a line with the announced amount', () => {
  for (const announced of [528_200, undefined]) expect(settled(announced)).toBe('Settled a payment for HB-1');
});
