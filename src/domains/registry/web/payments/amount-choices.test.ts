import { expect, test } from 'vitest';
import type { Bill } from '#domains/registry/contract.ts';
import { amountChoices } from './amount-choices.ts';

const bill = (installments: readonly [dueAt: string, open: number, overdue: boolean][]) =>
  ({ installments: installments.map(([dueAt, open, overdue]) => ({ dueAt, open, overdue })) }) as unknown as Bill;

test('offers the next installment and all', () => {
  const bills = [
    bill([
      ['2026-08-31', 50_000, false],
      ['2027-01-15', 50_000, false],
    ]),
  ];
  expect(amountChoices(bills, 100_000)).toEqual([
    { label: 'Next installment', cents: 50_000 },
    { label: 'All', cents: 100_000 },
  ]);
});

test('offers what is overdue in every year with its charges, because those are paid first', () => {
  const bills = [
    bill([
      ['2026-08-31', 40_000, true],
      ['2027-01-15', 50_000, false],
    ]),
    bill([['2025-08-31', 30_000, true]]),
  ];
  expect(amountChoices(bills, 123_000)[0]).toEqual({ label: 'Overdue', cents: 73_000 });
});

test('offers one amount if nothing is due later, and none if nothing is owed', () => {
  expect(amountChoices([bill([['2027-01-15', 50_000, false]])], 50_000)).toEqual([{ label: 'All', cents: 50_000 }]);
  expect(amountChoices([], 0)).toEqual([]);
});
