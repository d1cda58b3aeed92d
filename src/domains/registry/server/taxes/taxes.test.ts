import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recomputeBill } from '../corrections/recompute-bill.ts';
import { allocate } from '../payments/allocate.ts';
import { giveBack } from '../payments/take-back.ts';
import { testRates } from '../register.fixture.ts';
import { type BillState, openOf } from './bill-state.ts';
import { chargeLate, monthsLate } from './charge-late.ts';
import { computeBill, ratesFor, type Taxable } from './compute-bill.ts';
import { divideHalfEven } from './divide.ts';
import { dueOnceIssued } from './due-once-issued.ts';
import { endOfDay } from './end-of-day.ts';
import { previewRates } from './preview-rates.ts';

const zone = 'America/Detroit';
const at = (text: string) => Date.parse(text);

const taxable = (of: Partial<Taxable>): Taxable => ({
  assessedCents: 10_000_000,
  propertyType: 'residential',
  taxableShares: 1,
  shares: 1,
  exemptions: [],
  ...of,
});

function billOf(
  year: number,
  assessedCents: number,
  propertyType: 'residential' | 'vacant' = 'residential',
): BillState {
  const { exempted, ...computed } = computeBill(taxable({ assessedCents, propertyType }), testRates, zone);
  return {
    billNumber: `${year}-AAAA-BBBB-CCCC`,
    propertyId: 'HB-1',
    year,
    ratesIndex: 1,
    leviedIndex: 2,
    issuedAt: at('2026-07-01T12:00:00Z'),
    interestBasisPoints: testRates.interestBasisPoints,
    penaltyBasisPoints: testRates.penaltyBasisPoints,
    openFeeCents: 0,
    openInterestCents: 0,
    basis: {
      assessmentYear: year,
      assessedCents,
      propertyType,
      taxableShares: 1,
      shares: 1,
      rates: ratesFor(testRates, propertyType),
      exempted,
    },
    ...computed,
  };
}
const assessed = fc.integer({ min: 0, max: 50_000_000_000 });

describe('a bill', () => {
  test('taxes the assessed value by the rate of each line, and its installments add up to the lines', () => {
    const { lines, installments, totalCents } = billOf(2026, 10_000_001);
    expect(lines.map(({ cents, explanation }) => [cents, explanation])).toEqual([
      [199_520, '19.952 mills of $100,000.01'],
      [130_000, '13 mills of $100,000.01'],
    ]);
    expect([totalCents, installments.map(({ cents }) => cents)]).toEqual([329_520, [164_760, 164_760]]);
  });

  test('neither loses nor adds a cent, for any value and shares', () => {
    fc.assert(
      fc.property(assessed, fc.integer({ min: 1, max: 60 }), fc.nat(60), (assessedCents, shares, city) => {
        const taxableShares = Math.max(0, shares - city);
        const bill = computeBill(
          taxable({ assessedCents, propertyType: 'mixed', taxableShares, shares }),
          testRates,
          zone,
        );
        expect(bill.installments.reduce((sum, { cents }) => sum + cents, 0)).toBe(bill.totalCents);
        expect(bill.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(bill.totalCents);
        const exact = (assessedCents * 36_000 * taxableShares) / (1_000_000 * shares);
        expect(Math.abs(bill.totalCents - exact)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('rounds half to even', () => {
    expect([5n, 15n, 25n, 26n].map((dividend) => divideHalfEven(dividend, 10n))).toEqual([0, 2, 2, 3]);
  });
});

const byCents = fc.integer({ min: 1, max: 60_000_000_000 }).map((cents) => ({ cents, basisPoints: null }));
const byPart = fc.integer({ min: 1, max: 10_000 }).map((basisPoints) => ({ cents: null, basisPoints }));
const exemptions = fc
  .uniqueArray(fc.uuid(), { maxLength: 6 })
  .chain((ids) => fc.tuple(...ids.map((id) => fc.oneof(byCents, byPart).map((amount) => ({ id, ...amount })))));

describe('exemptions', () => {
  test('reduce the taxable value of each line, and each line states by how much and the tax saved', () => {
    const homestead = { id: 'a', cents: 2_500_000, basisPoints: null };
    const { lines, totalCents, exempted } = computeBill(taxable({ exemptions: [homestead] }), testRates, zone);
    expect(lines.map(({ cents, explanation }) => [cents, explanation])).toEqual([
      [149_640, '19.952 mills of $75,000.00 ($100,000.00 less $25,000.00 exempt, which saves $498.80)'],
      [97_500, '13 mills of $75,000.00 ($100,000.00 less $25,000.00 exempt, which saves $325.00)'],
    ]);
    expect(exempted).toEqual([{ ...homestead, exemptCents: 2_500_000, savedCents: 82_380 }]);
    expect(totalCents).toBe(329_520 - 82_380);
  });

  test('never make a line negative, save exactly the difference, and give the same result in any order', () => {
    fc.assert(
      fc.property(assessed, exemptions, fc.integer({ min: 1, max: 9 }), (assessedCents, all, shares) => {
        const of = (own: typeof all) => {
          const bill = computeBill(taxable({ assessedCents, exemptions: own, shares }), testRates, zone);
          return { ...bill, exemptCents: bill.exempted.reduce((sum, { exemptCents }) => sum + exemptCents, 0) };
        };
        const [bill, whole] = [of(all), of([])];
        expect(of(all.toReversed())).toEqual(bill);
        for (const { cents } of [...bill.lines, ...bill.installments]) expect(cents).toBeGreaterThanOrEqual(0);
        expect(bill.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(bill.totalCents);
        expect(bill.installments.reduce((sum, { cents }) => sum + cents, 0)).toBe(bill.totalCents);
        const saved = bill.exempted.reduce((sum, { savedCents }) => sum + savedCents, 0);
        expect(saved).toBe(whole.totalCents - bill.totalCents);
        const value = { assessedCents: assessedCents - bill.exemptCents, exemptions: [], shares };
        expect(value.assessedCents).toBeGreaterThanOrEqual(0);
        expect(bill.totalCents).toBe(computeBill(taxable(value), testRates, zone).totalCents);
      }),
    );
  });

  test('of the whole value leave no tax', () => {
    const all = { id: 'a', cents: null, basisPoints: 10_000 };
    expect(computeBill(taxable({ exemptions: [all] }), testRates, zone).totalCents).toBe(0);
  });
});

describe('a correction of a bill', () => {
  const due = { due: '2027-03-01', dueAt: endOfDay('2027-03-01', zone) };

  test('keeps what was paid, credits the amount beyond the new tax, and adds the difference as a line', () => {
    fc.assert(
      fc.property(assessed, assessed, fc.integer({ min: 0, max: 2_000_000_000 }), (before, after, cents) => {
        const billed = billOf(2026, before);
        const [bill = billed] = allocate([billed], Math.min(cents, openOf(billed))).bills;
        const paid = billed.totalCents - openOf(bill);
        const { exempted: _, ...basis } = bill.basis;
        const corrected = recomputeBill(bill, { ...basis, assessedCents: after, exemptions: [] }, due);
        expect(corrected.afterCents).toBe(billOf(2026, after).totalCents);
        expect(corrected.bill.installments.reduce((sum, one) => sum + one.cents, 0)).toBe(corrected.afterCents);
        expect(corrected.bill.lines.reduce((sum, one) => sum + one.cents, 0)).toBe(corrected.afterCents);
        expect(openOf(corrected.bill)).toBe(Math.max(0, corrected.afterCents - paid));
        expect(corrected.creditCents).toBe(Math.max(0, paid - corrected.afterCents));
        for (const { openCents, cents: all } of corrected.bill.installments) {
          expect(openCents).toBeGreaterThanOrEqual(0);
          expect(openCents).toBeLessThanOrEqual(all);
        }
      }),
    );
  });

  test('that raises the tax is due later, also when the last installment is late', () => {
    const { exempted: _, ...basis } = billOf(2026, 10_000_000).basis;
    const raised = recomputeBill(
      billOf(2026, 10_000_000),
      { ...basis, assessedCents: 20_000_000, exemptions: [] },
      due,
    );
    expect(raised.bill.installments.map((one) => [one.due, one.cents])).toEqual([
      ['2026-08-31', 164_760],
      ['2027-01-15', 164_760],
      ['2027-03-01', 329_520],
    ]);
  });
});

describe('a due day', () => {
  test.each([
    ['2026-08-31', 'America/Detroit', '2026-09-01T03:59:59Z'],
    ['2026-01-15', 'America/Detroit', '2026-01-16T04:59:59Z'],
    ['2026-03-08', 'America/Detroit', '2026-03-09T03:59:59Z'],
    ['2026-11-01', 'America/Detroit', '2026-11-02T04:59:59Z'],
    ['2026-06-30', 'Pacific/Auckland', '2026-06-30T11:59:59Z'],
    ['2026-12-31', 'UTC', '2026-12-31T23:59:59Z'],
  ])('%s in %s ends at %s', (day, timeZone, instant) => {
    expect(new Date(endOfDay(day, timeZone)).toISOString()).toBe(new Date(at(instant)).toISOString());
  });

  test('lasts through its last second, and each begun month after it counts', () => {
    const due = endOfDay('2026-08-31', zone);
    const months = [due, due + 1, at('2026-09-30T03:59:59Z'), at('2026-10-01T04:00:00Z'), at('2027-09-01T03:59:59Z')];
    expect(months.map((instant) => monthsLate({ due: '2026-08-31', dueAt: due }, instant, zone))).toEqual([
      0, 1, 1, 2, 12,
    ]);
  });
});

test.each([
  ['2026-10-31', '2026-12-01T04:59:59Z', 1],
  ['2026-10-31', '2026-12-01T05:00:00Z', 2],
  ['2026-08-31', '2026-12-01T04:59:59Z', 3],
  ['2026-11-04', '2027-04-05T03:59:59Z', 5],
  ['2026-11-04', '2027-04-05T04:00:00Z', 6],
  ['2027-01-31', '2027-03-01T04:59:59Z', 1],
])(
  'an amount due %s is, at %s, %i months late by the days of the city, regardless of clock changes',
  (due, instant, months) => {
    expect(monthsLate({ due, dueAt: endOfDay(due, zone) }, at(instant), zone)).toBe(months);
  },
);

test('installments due before the bill was issued are due together, 30 days after', () => {
  const at2027 = at('2027-01-10T12:00:00Z');
  const { installments, totalCents } = billOf(2026, 10_000_000);
  const issued = dueOnceIssued(installments, at2027, zone);
  expect(issued.map(({ due }) => due)).toEqual(
    ['2027-02-09', ...installments.map(({ due }) => due).filter((due) => due > '2027-01-10')].toSorted(),
  );
  expect(issued.reduce((sum, { cents }) => sum + cents, 0)).toBe(totalCents);
  expect(chargeLate({ ...billOf(2026, 10_000_000), installments: issued }, at2027, zone).penaltyCents).toBe(0);
  expect(dueOnceIssued(installments, at('2026-01-01T00:00:00Z'), zone)).toEqual(installments);
});

test('the preview of rates shows the due dates of a bill that is issued now', () => {
  const now = at('2026-11-01T12:00:00Z');
  const { installments } = previewRates(
    { rates: testRates, propertyType: 'residential', assessedValue: 10_000_000 },
    now,
    zone,
  );
  const issued = dueOnceIssued(billOf(2026, 10_000_000).installments, now, zone);
  expect(installments.map(({ due, cents }) => ({ due, cents }))).toEqual(
    issued.map(({ due, cents }) => ({ due, cents })),
  );
  expect(installments.every(({ due }) => due > '2026-11-01')).toBe(true);
});

describe('charges for late payment', () => {
  test('are a penalty once and interest for each begun month of what is open', () => {
    const charged = chargeLate(billOf(2026, 10_000_000), endOfDay('2026-10-15', zone), zone);
    expect([charged.penaltyCents, charged.interestCents]).toEqual([4943, 2 * 1648]);
    expect(charged.bill.lines.slice(2).map(({ name, explanation }) => `${name}: ${explanation}`)).toEqual([
      'Penalty: 3% of $1,647.60 due 2026-08-31',
      'Interest: 1% a month of $1,647.60 due 2026-08-31, 2 months',
    ]);
  });

  test('are the same, however often they are charged in between', () => {
    const days = fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 8 });
    fc.assert(
      fc.property(assessed, days, (value, visits) => {
        const from = at('2026-08-01T00:00:00Z');
        const end = from + 901 * 86_400_000;
        const once = chargeLate(billOf(2026, value), end, zone).bill;
        let often = billOf(2026, value);
        for (const day of visits.toSorted((a, b) => a - b))
          often = chargeLate(often, from + day * 86_400_000, zone).bill;
        often = chargeLate(often, end, zone).bill;
        expect([often.openFeeCents, often.openInterestCents]).toEqual([once.openFeeCents, once.openInterestCents]);
        expect(chargeLate(often, end, zone)).toMatchObject({ penaltyCents: 0, interestCents: 0 });
      }),
    );
  });
});

test('within a year, an amount first pays the bill that has been open the longest', () => {
  const bill = billOf(2026, 10_000_000);
  const [first, ...later] = bill.installments;
  if (first === undefined) throw new Error('The bill has installments');
  const half = { ...bill, billNumber: '2026-HALF', installments: [{ ...first, openCents: 0 }, ...later] };
  expect(allocate([half, bill], 1000).allocations).toEqual([{ part: 'principal', bill: bill.billNumber, cents: 1000 }]);
  expect(allocate([bill, half], 1000).allocations).toEqual(allocate([half, bill], 1000).allocations);
});

describe('an amount', () => {
  const late = () =>
    [2026, 2025].map((year) => chargeLate(billOf(year, 10_000_000), at('2027-03-01T00:00:00Z'), zone).bill);

  test('pays the oldest bill first, and of a bill fees, interest, principal', () => {
    const { allocations } = allocate(late(), 400_000);
    expect(allocations.map(({ part, bill }) => [bill?.slice(0, 4), part])).toEqual([
      ['2025', 'fee'],
      ['2025', 'interest'],
      ['2025', 'principal'],
      ['2026', 'fee'],
      ['2026', 'interest'],
      ['2026', 'principal'],
    ]);
    expect(allocations.reduce((sum, { cents }) => sum + cents, 0)).toBe(400_000);
  });

  test('is allocated to the cent, and taking it back restores what was open', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), (cents) => {
        const before = late();
        const { bills, allocations } = allocate(before, cents);
        expect(allocations.reduce((sum, one) => sum + one.cents, 0)).toBe(cents);
        const credit = allocations.reduce((sum, one) => sum + (one.part === 'credit' ? one.cents : 0), 0);
        const open = (all: readonly BillState[]) => all.reduce((sum, bill) => sum + openOf(bill), 0);
        expect(open(bills) - credit).toBe(open(before) - cents);
        const back = giveBack(bills, credit, allocations);
        expect(back.creditCents).toBe(0);
        expect(back.bills.toSorted((a, b) => b.year - a.year)).toEqual(before);
      }),
    );
  });

  test('that became credit and was used up reopens the bill that it paid', () => {
    const { bills, allocations } = allocate([billOf(2026, 1_000_000)], 50_000);
    const credit = allocations.filter(({ part }) => part === 'credit');
    const back = giveBack(bills, 3000, credit);
    expect([back.creditCents, back.bills.map(openOf), back.bills[0]?.openFeeCents]).toEqual([0, [14_048], 0]);
  });
});
