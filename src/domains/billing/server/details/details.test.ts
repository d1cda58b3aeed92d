import sax from 'sax';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listInvoices,
  readBillingDetails,
  readInvoicePdf,
  readInvoiceUbl,
  saveBillingDetails,
  startTrial,
} from '#domains/billing/contract.ts';
import { readBlock } from '#domains/ledger/contract.ts';
import { exportOwnData } from '#domains/participants/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { again, runBilling } from '../billing.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://cairn.example' });
});
afterAll(() => server.stop());

const details = {
  name: 'Satama Oy',
  street: 'Laituri 3',
  city: 'Helsinki',
  postalCode: '00160',
  country: 'fi',
  taxId: 'FI 2077474-0',
};
const stored = { ...details, streetMore: null, region: null, country: 'FI', taxId: 'FI20774740' };
const save = (as: TestAccount, body: object) =>
  server.call(saveBillingDetails, { body: body as typeof details }, { as });

test('details are stored with the tax id in canonical form, and replaced as a whole', async () => {
  const account = await server.account('manufacturer');
  expect((await server.call(readBillingDetails, {}, { as: account })).body.details).toBeNull();
  expect((await save(account, { ...details, streetMore: 'Gate 2' })).body.details).toEqual({
    ...stored,
    streetMore: 'Gate 2',
  });
  expect((await save(account, { ...details, region: '' })).body.details).toEqual(stored);
  expect((await server.call(readBillingDetails, {}, { as: account })).body.details).toEqual(stored);
});

test.each([
  ['/taxId', { taxId: 'FI20774741' }],
  ['/taxId', { country: 'DE' }],
  ['/country', { country: 'XX' }],
  ['/name', { name: ' ' }],
  ['/street', { street: 'A\u202eB' }],
  ['/city', { city: undefined }],
])('a wrong %s is reported and changes nothing: %j', async (pointer, wrong) => {
  const account = await server.account('manufacturer');
  await save(account, details);
  const answer = await save(account, { ...details, ...wrong });
  expect(answer.status).toBe(400);
  expect(answer.problem.errors?.map((error) => error.pointer)).toEqual([pointer]);
  expect((await server.call(readBillingDetails, {}, { as: account })).body.details).toEqual(stored);
});

async function invoiced(): Promise<{ account: TestAccount; id: string }> {
  const account = await server.account('manufacturer');
  await save(account, details);
  const body = { planId: 'starter', userCount: 3, assetCount: 100 } as const;
  await server.call(startTrial, { body }, { as: account });
  server.clock.advance(15 * 86_400_000);
  await runBilling(server);
  const as = await again(server, account);
  const { billingHistory } = (await server.call(listInvoices, {}, { as })).body;
  const [invoice] = billingHistory;
  if (invoice === undefined) throw new Error('An invoice was issued');
  return { account: as, id: invoice.id };
}

test('only its account and administrators read an invoice as PDF and UBL', async () => {
  const { account, id } = await invoiced();
  const [stranger, administrator] = [await server.account('manufacturer'), await server.account('administrator')];
  const params = { invoiceId: id };
  for (const route of [readInvoicePdf, readInvoiceUbl]) {
    for (const as of [account, administrator]) expect((await server.call(route, { params }, { as })).status).toBe(200);
    expect((await server.call(route, { params }, { as: stranger })).problem.code).toBe('billing.invoice_not_found');
  }
  const pdf = await server.call(readInvoicePdf, { params }, { as: account });
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const ubl = await server.call(readInvoiceUbl, { params }, { as: account });
  expect(ubl.headers['content-disposition']).toMatch(/^attachment; filename="invoice-2026-\d{6}\.xml"$/);
  for (const fact of [stored.name, stored.street, 'FI20774740', '2026-0000']) expect(ubl.text).toContain(fact);
  expect(ubl.text).toMatch(/<cbc:PaymentID>RF\d\d2026\d{6}<\/cbc:PaymentID>/);
  sax.parser(true).write(ubl.text).close();
});

test('a block names the invoice and its hash, and neither account, buyer, plan nor number', async () => {
  const { account, id } = await invoiced();
  const as = { as: account };
  const [record] = (await server.call(listInvoices, {}, as)).body.billingHistory;
  const block = (await server.call(readBlock, { params: { index: record?.blockIndex ?? -1 } })).text;
  for (const fact of [id, record?.sha256 ?? '-']) expect(block).toContain(fact);
  for (const secret of [account.username, stored.name, 'FI20774740', record?.number ?? '-', 'starter'])
    expect(block).not.toContain(secret);
});

test('a stored document that differs from the hash in its block is not printed', async () => {
  const { account, id } = await invoiced();
  await server.database.tamper(
    `update billing_invoices set document = jsonb_set(document, '{buyer,name}', '"Another"') where invoice_id = '${id}'`,
  );
  const answer = await server.call(readInvoicePdf, { params: { invoiceId: id } }, { as: account });
  expect([answer.status, answer.problem.code]).toEqual([503, 'server.unavailable']);
});

test("details and invoices are part of the account's export", async () => {
  const { account, id } = await invoiced();
  const { parts } = (await server.call(exportOwnData, {}, { as: account })).body;
  expect(parts['billingDetails']).toEqual([stored]);
  expect(parts['invoices']).toEqual([
    expect.objectContaining({ id, document: expect.objectContaining({ kind: 'invoice' }) }),
  ]);
});
