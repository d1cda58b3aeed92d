import { expect, test } from 'vitest';
import type { TaxRates } from '#domains/registry/contract.ts';
import { computeBill, computeTax, type Taxable } from './compute-bill.ts';

const rates = (rate: number, percents: readonly number[]): TaxRates =>
  ({
    lines: [{ name: 'City', rates: { residential: rate, civic: 0 } }],
    installments: percents.map((percent, n) => ({ due: `2026-0${n + 1}-15`, percent })),
  }) as unknown as TaxRates;
const taxable = (own: Partial<Taxable> = {}): Taxable => ({
  assessedCents: 1000,
  propertyType: 'residential',
  taxableShares: 1,
  shares: 1,
  exemptions: [],
  ...own,
});
const centsOf = (of: Taxable, rate: number) => computeBill(of, rates(rate, [100]), 'UTC').totalCents;

test('the last installment takes the remainder, so that all add up to the tax', () => {
  const { installments, totalCents } = computeBill(
    taxable({ assessedCents: 100_001 }),
    rates(1_000, [33, 33, 34]),
    'UTC',
  );
  expect(totalCents).toBe(100);
  expect(installments.map(({ cents, openCents }) => [cents, openCents])).toEqual([
    [33, 33],
    [33, 33],
    [34, 34],
  ]);
  const odd = computeBill(taxable({ assessedCents: 101_000 }), rates(1_000, [50, 50]), 'UTC');
  expect(odd.installments.map(({ cents }) => cents)).toEqual([50, 51]);
});

test('the tax is the rate times the value of the part that is not the city’s, rounded half to even', () => {
  expect(centsOf(taxable({ assessedCents: 1500 }), 1000)).toBe(2);
  expect(centsOf(taxable({ assessedCents: 2500 }), 1000)).toBe(2);
  expect(centsOf(taxable({ assessedCents: 3000, taxableShares: 2, shares: 3 }), 1000)).toBe(2);
  expect(centsOf(taxable({ propertyType: 'civic' }), 1000)).toBe(0);
});

test('the savings of the exemptions add up to the difference in tax, in the order of their ids', () => {
  const lines = [
    { name: 'City', rate: 6_333 },
    { name: 'Schools', rate: 7_777 },
  ];
  const of = { assessedCents: 100_003, taxableShares: 1, shares: 1, rates: lines };
  const full = computeTax({ ...of, exemptions: [] });
  const exemptions = ['a', 'b', 'c'].map((id) => ({ id, cents: null, basisPoints: 1234 }));
  const less = computeTax({ ...of, exemptions });
  expect(less.exempted.map(({ id, exemptCents }) => [id, exemptCents])).toEqual([
    ['a', 12_340],
    ['b', 12_340],
    ['c', 12_340],
  ]);
  expect(less.exempted.reduce((sum, { savedCents }) => sum + savedCents, 0)).toBe(full.totalCents - less.totalCents);
  expect(less.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(less.totalCents);
  expect(less.totalCents).toBe(Math.round((62_983 * 6_333) / 1e6) + Math.round((62_983 * 7_777) / 1e6));
});
