import { describe, expect, test } from 'vitest';
import type { BillState } from '../taxes/bill-state.ts';
import { allocate } from './allocate.ts';
import { giveBack, takeBack } from './take-back.ts';

type Installments = readonly (readonly [dueAt: number, cents: number, openCents: number])[];
const bill = (year: number, installments: Installments, own: Partial<BillState> = {}): BillState =>
  ({
    billNumber: `${year}`,
    propertyId: 'P-1',
    year,
    totalCents: installments.reduce((sum, [, cents]) => sum + cents, 0),
    lines: [],
    installments: installments.map(([dueAt, cents, openCents]) => ({
      due: '2026-01-01',
      dueAt,
      cents,
      openCents,
      monthsCharged: 0,
      penalized: false,
    })),
    openFeeCents: 0,
    openInterestCents: 0,
    ...own,
  }) as BillState;
const openOf = ({ installments }: BillState) => installments.map(({ openCents }) => openCents);

describe('a payment', () => {
  test('pays fees, then interest, then installments in the order they are due', () => {
    const late = bill(
      2026,
      [
        [1, 100, 100],
        [2, 100, 100],
      ],
      { openFeeCents: 10, openInterestCents: 20 },
    );
    const { bills, allocations } = allocate([late], 150);
    expect(allocations).toEqual([
      { part: 'fee', bill: '2026', cents: 10 },
      { part: 'interest', bill: '2026', cents: 20 },
      { part: 'principal', bill: '2026', cents: 120 },
    ]);
    expect(bills.map(openOf)).toEqual([[0, 80]]);
    expect(allocate([late], 15).allocations.map(({ part, cents }) => [part, cents])).toEqual([
      ['fee', 10],
      ['interest', 5],
    ]);
  });

  test('pays the oldest year first, and within a year the bill with the oldest open installment', () => {
    const bills = [
      bill(2026, [
        [1, 50, 0],
        [9, 50, 50],
      ]),
      bill(2026, [[5, 50, 50]], { billNumber: 'sooner' }),
      bill(2025, [[20, 50, 50]]),
    ];
    expect(allocate(bills, 120).allocations.map(({ bill: of, cents }) => [of, cents])).toEqual([
      ['2025', 50],
      ['sooner', 50],
      ['2026', 20],
    ]);
  });

  test('pays a chosen bill before older ones, and becomes credit only after all are paid', () => {
    const bills = [bill(2025, [[1, 50, 50]]), bill(2026, [[2, 50, 50]])];
    const { allocations } = allocate(bills, 130, ({ year }) => year === 2026);
    expect(allocations.map(({ part, bill: of, cents }) => [part, of, cents])).toEqual([
      ['principal', '2026', 50],
      ['principal', '2025', 50],
      ['credit', null, 30],
    ]);
  });
});

describe('a payment that is taken back', () => {
  test('opens the latest installments first, and fees and interest as they were paid', () => {
    const charges = [
      { name: 'Penalty', kind: 'penalty', cents: 10, explanation: '' },
      { name: 'Interest', kind: 'interest', cents: 20, explanation: '' },
    ] as const;
    const paid = bill(
      2026,
      [
        [1, 100, 0],
        [2, 100, 0],
      ],
      { lines: charges },
    );
    const { bills, creditCents } = takeBack([paid], 7, [
      { part: 'fee', bill: '2026', cents: 10 },
      { part: 'interest', bill: '2026', cents: 20 },
      { part: 'principal', bill: '2026', cents: 130 },
    ]);
    expect([bills.map(openOf), creditCents]).toEqual([[[30, 100]], 7]);
    expect(bills[0]?.installments.map(({ dueAt }) => dueAt)).toEqual([1, 2]);
    expect(bills[0]).toMatchObject({ openFeeCents: 10, openInterestCents: 20 });
  });

  test('takes from the credit what a correction had turned into credit', () => {
    const lowered = bill(2026, [[1, 40, 0]]);
    const { bills, creditCents, returnedCents } = takeBack([lowered], 60, [
      { part: 'principal', bill: '2026', cents: 100 },
    ]);
    expect([bills.map(openOf), creditCents, returnedCents]).toEqual([[[40]], 0, 0]);
  });

  test('is given back from credit of other payments first, and the rest is open again', () => {
    const paid = bill(2026, [
      [1, 100, 0],
      [2, 100, 0],
    ]);
    const { bills, creditCents } = giveBack([paid], 70, [{ part: 'principal', bill: '2026', cents: 130 }]);
    expect([bills.map(openOf), creditCents]).toEqual([[[0, 60]], 0]);
    const enough = giveBack([paid], 500, [{ part: 'principal', bill: '2026', cents: 130 }]);
    expect([enough.bills.map(openOf), enough.creditCents]).toEqual([[[0, 0]], 370]);
  });

  test('opens the newest bills that its credit had paid, and only the rest is a line of the newest', () => {
    const all = [bill(2025, [[1, 50, 0]]), bill(2026, [[2, 50, 20]])];
    const { bills, creditCents } = giveBack(all, 5, [{ part: 'credit', bill: null, cents: 95 }]);
    expect([bills.map(openOf), creditCents]).toEqual([[[50], [50]], 0]);
    expect(bills.map(({ openFeeCents, lines }) => [openFeeCents, lines.length])).toEqual([
      [0, 0],
      [10, 1],
    ]);
  });

  test('for older blocks, opens used-up credit as a line of the newest bill', () => {
    const all = [bill(2025, [[1, 50, 0]]), bill(2026, [[2, 50, 0]])];
    const { bills, creditCents, returnedCents } = takeBack(all, 5, [{ part: 'credit', bill: null, cents: 30 }]);
    expect([creditCents, returnedCents]).toEqual([0, 25]);
    expect(bills.map(({ openFeeCents, totalCents, lines }) => [openFeeCents, totalCents, lines.length])).toEqual([
      [0, 50, 0],
      [25, 75, 1],
    ]);
  });
});
