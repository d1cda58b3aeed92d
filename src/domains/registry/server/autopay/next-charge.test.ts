import { expect, test } from 'vitest';
import type { BillState } from '../taxes/bill-state.ts';
import { planCharges } from './next-charge.ts';

const timeZone = 'America/Detroit';
const dueAt = Date.parse('2026-11-08T04:59:59.999Z');
const later = Date.parse('2027-02-10T04:59:59.999Z');

/** A bill without late charges, with what is open on each installment. */
const bill = (
  billNumber: string,
  installments: readonly (readonly [dueAt: number, openCents: number])[],
): BillState => ({
  billNumber,
  propertyId: 'NC-1',
  year: 2026,
  ratesIndex: 1,
  leviedIndex: 2,
  issuedAt: Date.parse('2026-07-01T12:00:00Z'),
  totalCents: 0,
  interestBasisPoints: 100,
  penaltyBasisPoints: 300,
  basis: {
    assessmentYear: 2026,
    assessedCents: 0,
    propertyType: 'residential',
    taxableShares: 1,
    shares: 1,
    rates: [],
    exempted: [],
  },
  lines: [],
  installments: installments.map(([at, openCents]) => ({
    due: new Date(at - 86_400_000).toISOString().slice(0, 10),
    dueAt: at,
    cents: openCents,
    openCents,
    monthsCharged: 0,
    penalized: false,
  })),
  openFeeCents: 0,
  openInterestCents: 0,
});
const charge = (now: string, ...bills: readonly BillState[]) =>
  planCharges(bills, [], 3, { now: Date.parse(now), timeZone }).next;

test('a charge covers everything due by its installment, also several bills due on one day', () => {
  const bills = [
    bill('first', [
      [dueAt, 1000],
      [later, 50],
    ]),
    bill('second', [[dueAt, 300]]),
  ];
  expect(charge('2026-10-01T12:00:00Z', ...bills)).toMatchObject({
    at: dueAt - 3 * 86_400_000 - 57_600_000,
    taxCents: 1300,
  });
  expect(charge('2026-11-06T12:00:00Z', ...bills)?.taxCents).toBe(1300);
});

test('charges no paid installment, and nothing if nothing is open', () => {
  expect(
    charge(
      '2026-10-01T12:00:00Z',
      bill('first', [
        [dueAt, 0],
        [later, 50],
      ]),
    )?.taxCents,
  ).toBe(50);
  expect(charge('2026-10-01T12:00:00Z', bill('first', [[dueAt, 0]]))).toBeUndefined();
});

test('later charges leave out what a completed charge covered, but not bills issued since', () => {
  const first = bill('first', [
    [dueAt, 1000],
    [later, 50],
  ]);
  const since = { ...bill('since', [[dueAt, 7]]), issuedAt: dueAt - 1000 };
  const [{ due } = { due: '' }] = first.installments;
  const startedAt = dueAt - 90_000;
  const plan = (outcome: 'completed' | 'started') =>
    planCharges([first, since], [{ bill: 'first', due, outcome, startedAt }], 3, { now: dueAt - 500, timeZone });
  expect(plan('completed')).toMatchObject({ next: { bill: 'since', taxCents: 7 }, byHandCents: 1000 });
  expect(plan('started')).toMatchObject({ next: { bill: 'since', taxCents: 7 }, byHandCents: 0 });
});
