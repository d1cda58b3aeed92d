import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { previewChange, startTrial } from '#domains/billing/contract.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { createInvoices } from './invoices.fixture.ts';

let server: TestServer | undefined;
afterEach(() => server?.stop());

/** Returns the account for the transfer of an invoice. */
async function accountIn(environment: Record<string, string>): Promise<string | null> {
  server = await startTestServer({ environment: { ...environment, CAIRN_CITY_BANK_ACCOUNT: 'City Treasury, 0042' } });
  const invoices = createInvoices(server);
  const as = await server.account('manufacturer');
  const { next } = (await invoices.pay(as, await invoices.issue(as, 10_000))).body;
  if (next?.kind !== 'transfer') throw new Error('A bank transfer names an account');
  return next.account;
}

/** Returns the path of a German seller's file, and a function that removes it. */
async function germanSeller() {
  const folder = await mkdtemp(path.join(tmpdir(), 'cairn-seller-'));
  const file = path.join(folder, 'seller.json');
  const address = { street: 'Hafenstraße 7', city: 'Hamburg', postalCode: '20457', country: 'DE' };
  await writeFile(
    file,
    JSON.stringify({ name: 'Kai Records GmbH', address, taxId: 'DE136695976', iban: 'DE89370400440532013000' }),
  );
  return { file, remove: () => rm(folder, { recursive: true }) };
}

test('an invoice is paid to its seller, and never to the city', async () => {
  const { file, remove } = await germanSeller();
  expect(await accountIn({ CAIRN_BILLING_SELLER_FILE: file })).toBe('Kai Records GmbH, IBAN DE89370400440532013000');
  await remove();
});

test('without billing details, the preview has the tax of the country of the seller', async () => {
  const { file, remove } = await germanSeller();
  server = await startTestServer({ environment: { CAIRN_BILLING_SELLER_FILE: file } });
  const as = await server.account('manufacturer');
  await server.call(startTrial, { body: { planId: 'starter', userCount: 3, assetCount: 10 } }, { as });
  const { next } = (await server.call(previewChange, { body: {} }, { as })).body;
  expect(next?.tax).toBe(Math.round((next?.net ?? 0) * 19) / 100);
  expect(next?.net).toBeGreaterThan(0);
  await remove();
});

test('without a seller no customer is asked to pay the city, and the demo names a sample account of its seller', async () => {
  expect(await accountIn({})).toBeNull();
  await server?.stop();
  expect(await accountIn({ CAIRN_DEMO: 'true' })).toMatch(/^Cairn Sample Company \(fictional\), SAMPLE account/);
});
