import { expect, test } from 'vitest';
import { propertyTypes } from '#domains/registry/contract.ts';
import { emptyLine, RatesForm, valuesFor } from './rates-values.ts';

const rates = {
  lines: [
    {
      name: 'City',
      rates: { residential: 19_952, commercial: 27_000, industrial: 1, mixed: 0, civic: 0, park: 0, vacant: 999_999 },
    },
  ],
  installments: [
    { due: '2028-02-29', percent: 40 },
    { due: '2028-09-15', percent: 60 },
  ],
  interestBasisPoints: 125,
  penaltyBasisPoints: 300,
  exemptions: [
    { kind: 'homestead', name: 'Homestead', cents: 2_500_050 },
    { kind: 'veteran', name: 'Veteran', basisPoints: 1250 },
  ],
  appealDays: 30,
};

test('converts rates to text in mills and percent, for the next year, and back exactly', () => {
  const values = valuesFor({ ...rates, year: 2028 }, 2026);
  expect(values.lines[0]?.rates).toMatchObject({ residential: '19.952', industrial: '0.001', vacant: '999.999' });
  expect(values).toMatchObject({ year: '2029', interest: '1.25', penalty: '3' });
  expect(RatesForm.parse(values)).toEqual({
    ...rates,
    year: 2029,
    installments: [
      { due: '2029-02-28', percent: 40 },
      { due: '2029-09-15', percent: 60 },
    ],
  });
});

test('reports what the contract refuses at its field', () => {
  const values = valuesFor(undefined, 2027);
  const named = { ...values, lines: [{ ...emptyLine(), name: 'City' }] };
  expect(RatesForm.safeParse(named).success).toBe(true);
  const halves = { ...named, installments: [{ due: '2027-12-15', percent: '50' }] };
  const issue = RatesForm.safeParse(halves).error?.issues[0];
  expect([issue?.path, issue?.message]).toEqual([['installments'], 'The percentages add up to 100']);
  for (const type of propertyTypes) {
    const line = { name: 'City', rates: { ...emptyLine().rates, [type]: '1.2345' } };
    expect(RatesForm.safeParse({ ...named, lines: [line] }).error?.issues[0]?.path).toEqual([
      'lines',
      0,
      'rates',
      type,
    ]);
  }
});
