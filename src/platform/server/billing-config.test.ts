import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type ConfigError, readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-seller-'));
afterAll(() => rmSync(folder, { recursive: true }));

const seller = {
  name: 'Kai & Söhne GmbH',
  address: { street: 'Hafenstraße 7', city: 'Hamburg', postalCode: '20457', country: 'DE' },
  taxId: 'DE 136 695 976',
  email: 'billing@kai.example',
  iban: 'DE89 3704 0044 0532 0130 00',
  rates: { CH: 8.1, DE: 19 },
};

function withSeller(value: unknown) {
  const path = join(folder, 'seller.json');
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return { CAIRN_BILLING_SELLER_FILE: path };
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    return (error as ConfigError).problems;
  }
  return [];
}

test('turns subscriptions on and names no seller by default', () => {
  expect(readConfig({}).billing).toEqual({ enabled: true, contact: undefined, seller: undefined });
  expect(readConfig({ CAIRN_BILLING: 'off', CAIRN_BILLING_CONTACT: 'sales@kai.example' }).billing).toEqual({
    enabled: false,
    contact: 'sales@kai.example',
    seller: undefined,
  });
});

test('normalizes the seller’s tax id and IBAN, and reads rates in hundredths of a percent', () => {
  expect(readConfig(withSeller(seller)).billing.seller).toEqual({
    ...seller,
    address: { ...seller.address, streetMore: null, region: null },
    taxId: 'DE136695976',
    iban: 'DE89370400440532013000',
    rates: { CH: 810, DE: 1900 },
  });
});

test('lists all problems of the file together, each with its field', () => {
  const fields = problemsOf(
    withSeller({ ...seller, name: '', iban: 'DE88370400440532013000', rates: { XX: 1, DE: 0 }, vat: 1 }),
  ).map((problem) => /^CAIRN_BILLING_SELLER_FILE: (\S*):/.exec(problem)?.[1]);
  expect(fields.sort()).toEqual(['/', '/iban', '/name', '/rates/DE', '/rates/XX']);
});

test.each([
  ['a missing file', () => ({ CAIRN_BILLING_SELLER_FILE: '/does/not/exist' }), 'cannot be read'],
  ['a file that is not JSON', () => withSeller('{'), 'is not JSON'],
])('%s stops the start', (_, environment, words) => {
  expect(problemsOf(environment())).toEqual([expect.stringContaining(words)]);
});

test('refuses to start with a tax id whose check digits are wrong', () => {
  expect(problemsOf(withSeller({ ...seller, taxId: 'DE136695977' }))).toEqual([expect.stringContaining('/taxId')]);
});

test('requires a tax id of a seller that charges tax', () => {
  expect(problemsOf(withSeller({ ...seller, taxId: null }))).toEqual([expect.stringContaining('/taxId')]);
  expect(
    problemsOf(withSeller({ ...seller, taxId: null, address: { ...seller.address, country: 'US' }, rates: {} })),
  ).toEqual([]);
});
