import { expect, test } from 'vitest';
import { blankBill } from '../rebuild/blank-parcel.ts';
import type { BillLine } from './bill-state.ts';
import { chargeLate } from './charge-late.ts';
import { endOfDay } from './end-of-day.ts';
import { explainLines } from './explain-lines.ts';

const zone = 'America/Detroit';
const installment = (due: string, cents: number) => ({
  ...{ due, dueAt: endOfDay(due, zone), cents, openCents: cents },
  ...{ monthsCharged: 0, penalized: false },
});
const chargedUntil = (days: readonly string[], installments: readonly ReturnType<typeof installment>[]) =>
  days.reduce((bill, day) => chargeLate(bill, endOfDay(day, zone), zone).bill, {
    ...blankBill,
    ...{ billNumber: '2026-A0ZY-7BAR-Q1EM', propertyId: 'HB-00001', year: 2026, totalCents: 0 },
    ...{ ratesIndex: 0, leviedIndex: 0, issuedAt: 0 },
    ...{ interestBasisPoints: 100, penaltyBasisPoints: 300, installments },
  });
const before = (lines: readonly BillLine[]): BillLine[] => lines.map(({ charge: _, ...line }) => line);

test('each charge names its basis: the open part of an installment, the rate, and for interest its days', () => {
  const { lines } = chargedUntil(['2026-02-10', '2026-04-30'], [installment('2026-01-31', 10_000)]);
  const of = { due: '2026-01-31', openCents: 10_000 };
  const expected = [
    ['Penalty', { ...of, basisPoints: 300, from: null, until: null }],
    ['Interest from 2026-02-01 to 2026-02-28', { ...of, basisPoints: 100, from: '2026-02-01', until: '2026-02-28' }],
    ['Interest from 2026-03-01 to 2026-04-30', { ...of, basisPoints: 100, from: '2026-03-01', until: '2026-04-30' }],
  ];
  expect(explainLines(lines).map(({ name, charge }) => [name, charge])).toEqual(expected);
  // Lines of an older bill, without recorded charges.
  expect(explainLines(before(lines)).map(({ name, charge }) => [name, charge])).toEqual(expected);
});

test('installments with the same due day, as after a correction, have the same months', () => {
  const { lines } = chargedUntil(['2026-03-01'], [installment('2026-01-31', 10_000), installment('2026-01-31', 4000)]);
  const interest = explainLines(lines).filter(({ kind }) => kind === 'interest');
  expect(interest.map(({ name, charge }) => [name, charge?.openCents])).toEqual([
    ['Interest from 2026-02-01 to 2026-03-31', 10_000],
    ['Interest from 2026-02-01 to 2026-03-31', 4000],
  ]);
});

test('lines of tax and of reversals stay as recorded', () => {
  const lines: BillLine[] = [
    { name: 'Parks', kind: 'tax', cents: 100, explanation: '6.8 mills of $1.00' },
    { name: 'Interest taken back', kind: 'interest', cents: -1, explanation: 'the money arrived on 2026-03-04' },
  ];
  expect(explainLines(lines)).toEqual(lines.map((line) => ({ ...line, charge: null })));
});
