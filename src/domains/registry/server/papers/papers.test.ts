import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBlock } from '#domains/ledger/contract.ts';
import { readFamily } from '#domains/payments/server/index.ts';
import {
  claimProperty,
  issueClaimCode,
  listBills,
  payBill,
  payProperty,
  printClaimLetter,
  readBillPdf,
  readExtract,
  readProperty,
  readReceipt,
  refundPayment,
} from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { dayInWords } from '#platform/server/pdf/letterhead.ts';
import { type PdfContent, renderPdf } from '#platform/server/pdf/render-pdf.ts';
import { createQr } from '#platform/server/qr.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerBilled, registerParcel } from '../register.fixture.ts';
import { findBill } from '../taxes/bills.ts';
import { chargeLate } from '../taxes/charge-late.ts';
import { showBill } from '../taxes/show-bills.ts';
import { billPaper } from './bill-paper.ts';
import { claimLetter } from './claim-letter.ts';
import { extractPaper } from './extract-paper.ts';
import { receiptPaper } from './receipt-paper.ts';

const city = { publicUrl: 'https://city.example', timeZone: 'America/Detroit', demo: true };
let server: TestServer;
let clerk: TestAccount;
let resident: TestAccount;
let propertyId: string;
let billNumber: string;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: city.publicUrl, environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
  resident = await server.account('resident');
  ({ propertyId, billNumber } = await registerBilled(server, resident));
});
afterAll(() => server.stop());

/** The texts of a document, without its QR code. */
const textOf = ({ parts }: PdfContent) =>
  JSON.stringify(parts, (key, value) => (key === 'modules' ? undefined : value));
const qrOf = ({ parts }: PdfContent) => parts.flatMap((part) => (part.kind === 'title' && part.qr ? [part.qr] : []))[0];
const address = async () => (await server.call(readProperty, { params: { id: propertyId } })).body.address;

test('a bill document has every line, installment and amount, a code that opens the bill, and no owner', async () => {
  await server.call(payBill, { params: { billNumber }, body: { amount: 10_000, paymentMethod: 'fiat' } });
  const bill = await findBill(server.services.database, billNumber);
  if (bill === undefined) throw new Error('The bill exists');
  const paper = billPaper({ ...city, bill, address: await address(), now: server.clock() });
  const { bills } = (await server.call(listBills, { params: { id: propertyId } }, { as: resident })).body;
  const text = textOf(paper);
  for (const line of bills[0]?.lines ?? [])
    expect(text).toContain(`["${line.name}","${line.explanation}","${line.formatted}"]`);
  expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}/);
  for (const one of bills[0]?.installments ?? []) expect(text).toContain(one.formatted);
  expect(text).toContain(`${formatCents(bills[0]?.open ?? 0)} is open`);
  expect(qrOf(paper)).toEqual(createQr(`https://city.example/detroit/pay?bill=${billNumber}`));
  const { owners } = (await server.call(readProperty, { params: { id: propertyId } })).body;
  for (const name of [resident.username, owners[0]?.holder ?? '']) expect(text).not.toContain(name);
  const answer = await server.call(readBillPdf, { params: { billNumber } }, { as: resident });
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.bytes.equals(await renderPdf(paper))).toBe(true);
});

test('a line of interest names its days, amount and rate, in the API and on paper', async () => {
  const bill = await findBill(server.services.database, billNumber);
  if (bill === undefined) throw new Error('The bill exists');
  const [{ due = '', dueAt = 0 } = {}] = bill.installments;
  const late = chargeLate(bill, dueAt + 40 * 86_400_000, city.timeZone).bill;
  const shown = showBill(late, await address(), { kinds: new Map(), corrections: [], waivers: [] }, server.clock());
  const interest = shown.lines.find(({ kind }) => kind === 'interest');
  expect(interest?.charge).toMatchObject({ due, basisPoints: 100 });
  expect(interest?.name).toBe(`Interest from ${interest?.charge?.from} to ${interest?.charge?.until}`);
  const text = textOf(billPaper({ ...city, bill: late, address: await address(), now: server.clock() }));
  const { from, until } = interest?.charge ?? {};
  expect(text).toContain(`["Interest from ${dayInWords(from ?? '')} to ${dayInWords(until ?? '')}"`);
  expect(text).toContain(
    `"1% a month of ${formatCents(interest?.charge?.openCents ?? 0)} due ${dayInWords(due)}, 2 months"`,
  );
});

test('a receipt states amount, allocation, date and block of the ledger, the bill with its tax year, and no payer', async () => {
  const paid = await server.call(
    payProperty,
    { params: { propertyId }, body: { amount: 12_345, paymentMethod: 'fiat' } },
    { as: resident },
  );
  const { id, block } = paid.body.payment;
  await server.call(
    refundPayment,
    { params: { paymentId: id }, body: { amount: 345, reason: 'Secret' } },
    { as: clerk },
  );
  const [payment, ...later] = await readFamily(server.services.database, id);
  if (payment === undefined || block.hash === null) throw new Error('The payment exists');
  const { hash } = (await server.call(readBlock, { params: { index: block.index } })).body;
  const paper = receiptPaper({
    ...city,
    payment,
    later,
    addresses: new Map([[payment.subject, await address()]]),
    block: { index: block.index, hash },
  });
  const text = textOf(paper);
  for (const fact of [
    '["Tax","$123.45"]',
    '-$3.45',
    '$120.00 of $123.45 is paid',
    '$3.45 was taken back or refunded.',
    `"${billNumber}","${billNumber.slice(0, 4)}","$123.45"`,
    hash,
    id,
    'March 4, 2026 at 12:06:07',
  ])
    expect(text).toContain(fact);
  for (const secret of [resident.username, 'Secret']) expect(text).not.toContain(secret);
  const answer = await server.call(readReceipt, { params: { paymentId: id } }, { as: clerk });
  expect(answer.bytes.equals(await renderPdf(paper))).toBe(true);
});

test("an extract states the same as the property's page", async () => {
  const property = (await server.call(readProperty, { params: { id: propertyId } })).body;
  const paper = extractPaper({ ...city, property, now: server.clock() });
  const text = textOf(paper);
  for (const { block, summary } of property.title)
    expect(text).toContain(`["${block.index}","March 4, 2026","${summary}"]`);
  for (const { holder } of property.owners) expect(text).toContain(holder);
  for (const fact of [property.title[0]?.block.hash ?? '', property.taxOwedFormatted, property.assessedValueFormatted])
    expect(text).toContain(fact);
  expect(text).not.toContain(resident.username);
  const answer = await server.call(readExtract, { params: { id: propertyId } });
  expect(answer.bytes.equals(await renderPdf(paper))).toBe(true);
});

test('a letter has the code, the owner and the property, and its QR code opens the portal without the code', async () => {
  const id = await registerParcel(server, {
    owners: [{ owner: { name: 'Ada Quay', contact: '4 Harbor Row' }, fraction: { numerator: 1, denominator: 1 } }],
  });
  const property = (await server.call(readProperty, { params: { id } })).body;
  const holder = property.owners[0]?.holder ?? '';
  const issued = await server.call(issueClaimCode, { params: { id }, body: { holder } }, { as: clerk });
  const { code, expiresAt } = issued.body;
  const letter = claimLetter({
    ...city,
    code,
    propertyId: id,
    address: property.address,
    name: 'Ada Quay',
    contact: '4 Harbor Row',
    expiresAt: Date.parse(expiresAt),
    now: server.clock(),
  });
  for (const text of [code, 'Ada Quay', '4 Harbor Row', property.address]) expect(textOf(letter)).toContain(text);
  expect(qrOf(letter)).toEqual(createQr('https://city.example/detroit/resident'));
  const read = (text: string) => server.call(printClaimLetter, { body: { code: text } }, { as: clerk });
  expect((await read(code)).bytes.equals(await renderPdf(letter))).toBe(true);
  const wrong = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
  expect((await read(wrong)).problem.code).toBe('registry.claim_refused');
  await server.call(claimProperty, { body: { code } }, { as: resident });
  expect((await read(code)).problem.code).toBe('registry.claim_refused');
});

test('only a completed payment has a receipt', async () => {
  const { body } = await server.call(payBill, { params: { billNumber }, body: { amount: 1, paymentMethod: 'bank' } });
  const answer = await server.call(readReceipt, { params: { paymentId: body.payment.id } }, { as: clerk });
  expect([answer.status, answer.problem.code]).toEqual([409, 'payments.no_receipt']);
});
