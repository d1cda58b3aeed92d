import { describe, expect, test } from 'vitest';
import { decideTax, describeTax, taxOn } from './decide-tax.ts';
import { rateOf } from './rates.ts';

const side = (country: string, taxId: string | null = null) => ({ address: { country }, taxId, rates: {} });
const decide = (seller: ReturnType<typeof side>, buyer: ReturnType<typeof side>, day = '2026-11-23') =>
  decideTax({ seller, buyer, day });

const german = side('DE', 'DE136695976');

test('within a country its rate applies, with and without a tax id', () => {
  for (const taxId of [null, 'DE129273398'])
    expect(decide(german, side('DE', taxId))).toEqual({
      category: 'S',
      basisPoints: 1900,
      exemptionCode: null,
      exemption: null,
    });
  expect(decide(side('CH', 'CHE107787577'), side('CH'))).toMatchObject({ category: 'S', basisPoints: 810 });
  expect(decide(side('GB', 'GB980780684'), side('GB'))).toMatchObject({ category: 'S', basisPoints: 2000 });
});

test('a buyer with a tax id in another country of the Union owes the tax, and one without a tax id pays the rate there', () => {
  expect(decide(german, side('FR', 'FR40303265045'))).toMatchObject({
    category: 'AE',
    basisPoints: 0,
    exemptionCode: 'VATEX-EU-AE',
  });
  expect(decide(german, side('FI'))).toMatchObject({ category: 'S', basisPoints: 2550 });
  expect(decide(german, side('GR', 'EL094259216'))).toMatchObject({ category: 'AE' });
});

test.each([
  ['from the Union to another country', german, side('US', '91-1144442')],
  ['from the Union to Great Britain', german, side('GB', 'GB980780684')],
  ['from Switzerland to the Union', side('CH', 'CHE107787577'), side('DE')],
  ['within the United States', side('US'), side('US')],
  ['from the United States to the Union', side('US'), side('FR', 'FR40303265045')],
])('%s no tax is charged, and there is no rate', (_, seller, buyer) => {
  expect(decide(seller, buyer)).toMatchObject({ category: 'O', basisPoints: null, exemptionCode: 'VATEX-EU-O' });
});

describe('a rate of the seller', () => {
  test('applies where the seller is registered, but does not override reverse charge', () => {
    expect(decide({ ...side('US', '91-1144442'), rates: { US: 625 } }, side('US'))).toMatchObject({
      category: 'S',
      basisPoints: 625,
    });
    expect(decide({ ...side('US'), rates: { DE: 1900 } }, side('DE'))).toMatchObject({ basisPoints: 1900 });
    expect(decide({ ...german, rates: { FR: 550 } }, side('FR'))).toMatchObject({ basisPoints: 550 });
    expect(decide({ ...german, rates: { FR: 550 } }, side('FR', 'FR40303265045'))).toMatchObject({ category: 'AE' });
  });
});

test('a rate changes with its day, and earlier documents keep theirs', () => {
  const days = ['2023-12-31', '2024-01-01', '2025-06-30', '2025-07-01'] as const;
  expect(days.map((day) => rateOf('EE', day))).toEqual([2000, 2200, 2200, 2400]);
  expect(rateOf('RO', '2025-07-31')).toBe(1900);
  expect(rateOf('RO', '2025-08-01')).toBe(2100);
  expect(rateOf('US', '2026-01-01')).toBeUndefined();
});

test('tax is whole cents, rounded half to even', () => {
  // 19 % of 50 cents is 9.5, of 150 cents 28.5, of 250 cents 47.5.
  expect([50, 150, 250, 1].map((cents) => taxOn(cents, 1900))).toEqual([10, 28, 48, 0]);
  expect(taxOn(9_007_199_254_740, 2550)).toBe(2_296_835_809_959);
  expect(taxOn(12_345, null)).toBe(0);
});

test('tax is described with its rate or its reason', () => {
  expect(describeTax(decide(german, side('FI')))).toBe('Tax 25.5%');
  expect(describeTax(decide(german, side('US')))).toBe('Outside of the scope of tax in Germany');
  expect(describeTax(decide(side('US'), side('US')))).toBe('No tax is charged');
});
