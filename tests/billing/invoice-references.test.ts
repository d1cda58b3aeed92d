import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createInvoices } from '#domains/billing/server/payments/invoices.fixture.ts';
import { assignLine, listStatementLines } from '#domains/payments/contract.ts';
import { isCreditorReference } from '#domains/payments/server/creditor-reference.ts';
import { sendStatement } from '#domains/registry/server/payments/send-statement.fixture.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let invoices: ReturnType<typeof createInvoices>;
let admin: TestAccount;
let clerk: TestAccount;
let ann: TestAccount;
let id: string;
let number: string;
let reference: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  invoices = createInvoices(server);
  [admin, clerk] = [await server.account('administrator'), await server.account('government')];
});
afterAll(() => server.stop());
beforeEach(async () => {
  ann = await server.account('manufacturer');
  id = await invoices.issue(ann, 15_500);
  ({ number, reference } = await printed(id));
});

/** Returns the number of an invoice, and the reference in its document. */
async function printed(invoiceId: string): Promise<{ number: string; reference: string }> {
  const [row] = await server.database.sql<{ number: string; reference: string }>(
    `select number, document->'payment'->>'reference' as reference from billing_invoices where invoice_id = $1`,
    [invoiceId],
  );
  if (row === undefined) throw new Error(`Invoice ${invoiceId} not found`);
  return row;
}
const send = (by: TestAccount, text: string, cents = 15_500) =>
  sendStatement(server, by, [{ cents, text, entryReference: `${text} ${id}` }]);
async function lineOf(statementId: string) {
  const [line] = (await server.call(listStatementLines, { params: { statementId } }, { as: admin })).body.lines;
  if (line === undefined) throw new Error('The statement has a line');
  return line;
}
const assign = (by: TestAccount, lineId: string, body: { kind: string; subject: string }) =>
  server.call(assignLine, { params: { lineId }, body }, { as: by });
const paymentBlocks = async () =>
  (
    await server.database.sql<{ data: string }>(
      `select data from blocks where action like 'billing.payment_%' and data like $1 order by index`,
      [`%${id}%`],
    )
  ).map(({ data }) => JSON.parse(data));

test('an invoice states a reference with check digits, made of its number', () => {
  expect(isCreditorReference(reference)).toBe(true);
  expect(reference.slice(4)).toBe(number.replace('-', ''));
});

test.each([
  ['the reference', () => reference],
  ['the reference in groups', () => `payment ${reference.slice(0, 4)} ${reference.slice(4, 8)} ${reference.slice(8)}`],
  ['the number', () => number],
  ['the number in words', () => `Invoice ${number}, thank you`],
  ['the reference and the number', () => `${reference} invoice ${number}`],
])('a transfer of the amount due with %s pays the invoice once', async (_, text) => {
  const before = await invoices.booked('receivable:invoices');
  const arrived = await invoices.booked('clearing:bank');
  expect((await send(admin, text())).states).toEqual(['credited']);
  await send(admin, text());
  expect(await invoices.row(id)).toEqual({ state: 'paid', paid: 15_500 });
  expect(await paymentBlocks()).toMatchObject([
    { action: 'billing.payment_completed', invoice: id, method: 'bank', amount_cents: 15_500, user: admin.username },
  ]);
  expect(before - (await invoices.booked('receivable:invoices'))).toBe(15_500);
  expect((await invoices.booked('clearing:bank')) - arrived).toBe(15_500);
  expect((await invoices.list(ann, id)).payments).toHaveLength(1);
  expect(await invoices.problems()).toEqual([]);
});

test('the number with another amount waits in suspense until an administrator assigns it', async () => {
  const suspended = await invoices.booked('suspense:bank');
  const { states, statementId } = await send(admin, `Invoice ${number}`, 5000);
  expect([states, await invoices.row(id)]).toEqual([['suspense'], { state: 'open', paid: 0 }]);
  const line = await lineOf(statementId);
  expect(line.candidates).toEqual([{ kind: 'invoice', subject: id, paymentId: null, reason: `Invoice ${number}` }]);
  const forbidden = await assign(clerk, line.id, { kind: 'invoice', subject: id });
  expect([forbidden.status, forbidden.problem.code]).toEqual([403, 'request.forbidden']);
  const unknown = await assign(admin, line.id, { kind: 'invoice', subject: '1999-000001' });
  expect(unknown.problem.code).toBe('billing.invoice_not_found');
  expect((await assign(admin, line.id, { kind: 'invoice', subject: number })).body.line.state).toBe('credited');
  expect(await invoices.row(id)).toEqual({ state: 'open', paid: 5000 });
  expect(await invoices.booked('suspense:bank')).toBe(suspended);
  expect(await paymentBlocks()).toMatchObject([{ action: 'billing.payment_completed', amount_cents: 5000 }]);
  expect(await invoices.problems()).toEqual([]);
});

test('a transfer sent in by an account that is no administrator, or with two invoices, waits in suspense', async () => {
  expect((await send(clerk, reference)).states).toEqual(['suspense']);
  const other = await printed(await invoices.issue(ann, 15_500));
  expect((await send(admin, `${number} and ${other.number}`)).states).toEqual(['suspense']);
  expect((await send(admin, `${reference} ${other.reference}`)).states).toEqual(['suspense']);
  expect(await invoices.row(id)).toEqual({ state: 'open', paid: 0 });
});

test('money for an invoice on which nothing is due stays in suspense, and more than what is due becomes credit', async () => {
  expect((await send(admin, reference, 16_000)).states).toEqual(['credited']);
  expect([await invoices.row(id), await invoices.credit(ann)]).toEqual([{ state: 'paid', paid: 16_000 }, 500]);
  const { states, statementId } = await send(admin, `again ${reference}`);
  expect(states).toEqual(['suspense']);
  const line = await lineOf(statementId);
  expect(line.candidates[0]?.reason).toContain('nothing is due');
  const refused = await assign(admin, line.id, { kind: 'invoice', subject: id });
  expect([refused.problem.code, (await lineOf(statementId)).state]).toEqual(['billing.invoice_closed', 'suspense']);
  expect(await invoices.problems()).toEqual([]);
});
