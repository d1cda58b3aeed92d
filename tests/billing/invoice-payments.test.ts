import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failInvoicePayment, listAllInvoicePayments } from '#domains/billing/contract.ts';
import { carryInvoices } from '#domains/billing/server/payments/carry-invoices.ts';
import { createInvoices } from '#domains/billing/server/payments/invoices.fixture.ts';
import { assignLine, type CallStep, listStatementLines } from '#domains/payments/contract.ts';
import { settleWaiting } from '#domains/payments/server/cards/settle-waiting.ts';
import { followPayments } from '#domains/payments/server/digital/follow-payments.ts';
import { openDemoWallet } from '#domains/payments/server/index.ts';
import { setMethodFees } from '#domains/registry/contract.ts';
import { sendStatement } from '#domains/registry/server/payments/send-statement.fixture.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

const clock = createTestClock(new Date(Date.now() - 3_600_000).toISOString());
let server: TestServer;
let invoices: ReturnType<typeof createInvoices>;
let admin: TestAccount;
let clerk: TestAccount;
let ann: TestAccount;
let id: string;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true' } });
  invoices = createInvoices(server);
  [admin, clerk] = [await server.account('administrator'), await server.account('government')];
});
afterAll(() => server.stop());
beforeEach(async () => {
  ann = await server.account('manufacturer');
  id = await invoices.issue(ann, 15_500);
});
const free = { fixedCents: 0, basisPoints: 0 };
const setFee = (basisPoints: number) =>
  server.call(
    setMethodFees,
    { body: { usdc: free, eth: free, bank: free, fiat: { fixedCents: 0, basisPoints } } },
    { as: clerk },
  );

test('a bank transfer pays an invoice once an administrator confirms it, in blocks and books without names', async () => {
  const { body, status } = await invoices.pay(ann, id, { amount: 155 });
  expect(status).toBe(200);
  expect(body).toMatchObject({ payment: { status: 'pending', amount: 15_500 }, next: { kind: 'transfer' } });
  expect(await invoices.row(id)).toEqual({ state: 'open', paid: 0 });
  const before = await invoices.booked('receivable:invoices');
  expect((await invoices.confirm(clerk, body.payment.id)).status).toBe(403);
  expect((await invoices.confirm(ann, body.payment.id)).status).toBe(403);
  expect((await invoices.confirm(admin, body.payment.id)).body.payment.status).toBe('completed');
  expect(await invoices.row(id)).toEqual({ state: 'paid', paid: 15_500 });
  expect(before - (await invoices.booked('receivable:invoices'))).toBe(15_500);
  expect(await invoices.booked('promised:invoices')).toBe(0);
  expect((await invoices.confirm(admin, body.payment.id)).problem.code).toBe('payments.settled');
  const blocks = await server.database.sql<{ data: string }>('select data from blocks where data like $1', [
    `%${body.payment.id}%`,
  ]);
  expect(blocks.map(({ data }) => JSON.parse(data).action)).toEqual([
    'billing.payment_opened',
    'billing.payment_completed',
  ]);
  expect(JSON.stringify(blocks)).toContain(id);
  expect(JSON.stringify(blocks)).not.toContain(ann.username);
  expect(await invoices.problems()).toEqual([]);
});

test('an invoice of another account, and one that does not exist, is not found', async () => {
  const ben = await server.account('manufacturer');
  for (const [as, which] of [
    [ben, id],
    [admin, id],
    [ann, 'inv_00000000000000000000'],
  ] as const) {
    const answer = await invoices.pay(as, which);
    expect([answer.status, answer.problem.code]).toEqual([404, 'billing.invoice_not_found']);
  }
  expect((await invoices.pay(ann, id)).status).toBe(200);
  const { body } = await server.call(listAllInvoicePayments, { query: { status: 'pending' } }, { as: admin });
  expect(body.payments[0]).toMatchObject({ invoiceId: id, username: ann.username });
});

test('an amount or fee that is not due is refused at its field, and opens nothing', async () => {
  await setFee(200);
  const amount = await invoices.pay(ann, id, { amount: 154.99 });
  expect(amount.problem.errors).toEqual([{ in: 'body', pointer: '/amount', message: 'amount must be 155' }]);
  const fee = await invoices.pay(ann, id, { amount: 155, paymentMethod: 'fiat', fee: 1 });
  expect(fee.problem.errors).toEqual([{ in: 'body', pointer: '/fee', message: 'fee must be 3.1' }]);
  expect((await invoices.list(ann, id)).payments).toEqual([]);
  const paid = await invoices.pay(ann, id, { amount: 155, paymentMethod: 'fiat', fee: 3.1 });
  expect(paid.body.payment).toMatchObject({ status: 'completed', amount: 15_810, methodFee: 310 });
  expect(await invoices.row(id)).toEqual({ state: 'paid', paid: 15_500 });
  expect(await invoices.problems()).toEqual([]);
  await setFee(0);
});

test.each([
  ['without a named card', {}],
  ['with the card that the screen names', { card: 'test_success' }],
])('ten simultaneous payments by card %s, and one more, pay an invoice once', async (_, named) => {
  const card = { paymentMethod: 'fiat', amount: 155, ...named };
  const answers = await Promise.all(Array.from({ length: 10 }, () => invoices.pay(ann, id, card)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect([...new Set(answers.flatMap(({ status, problem }) => (status === 200 ? [] : [problem.code])))]).toEqual([
    'billing.invoice_closed',
  ]);
  expect((await invoices.pay(ann, id, card)).problem.code).toBe('billing.invoice_closed');
  expect(await invoices.row(id)).toEqual({ state: 'paid', paid: 15_500 });
  expect(await invoices.credit(ann)).toBe(0);
});

test('a repeated request gets its first payment, even if the invoice is paid by then', async () => {
  const card = { paymentMethod: 'fiat', amount: 155 };
  const first = await invoices.pay(ann, id, card, 'once');
  const again = await invoices.pay(ann, id, card, 'once');
  expect([again.status, again.body.payment.id]).toEqual([200, first.body.payment.id]);
  expect((await invoices.pay(ann, id, { ...card, paymentMethod: 'bank' }, 'once')).problem.code).toBe(
    'request.idempotency_mismatch',
  );
  expect((await invoices.list(ann, id)).payments).toHaveLength(1);
});

test('a partial payment pays a part, the rest completes it, and the excess becomes credit, which a reversal takes back', async () => {
  const first = (await invoices.pay(ann, id)).body.payment.id;
  await invoices.confirm(admin, first, 100);
  expect(await invoices.row(id)).toEqual({ state: 'open', paid: 10_000 });
  expect((await invoices.list(ann, id)).due).toBe(55);
  const second = (await invoices.pay(ann, id, { amount: 55 })).body.payment.id;
  await invoices.confirm(admin, second, 60.5);
  expect([await invoices.row(id), await invoices.credit(ann)]).toEqual([{ state: 'paid', paid: 16_050 }, 550]);
  const answers = await Promise.all([invoices.takeBack(admin, second), invoices.takeBack(admin, second)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect([await invoices.row(id), await invoices.credit(ann)]).toEqual([{ state: 'open', paid: 10_000 }, 0]);
  const reversal = answers.find(({ status }) => status === 200)?.body.payment.id ?? '';
  await invoices.takeBack(admin, reversal);
  expect([await invoices.row(id), await invoices.credit(ann)]).toEqual([{ state: 'paid', paid: 16_050 }, 550]);
  expect((await invoices.list(ann, id)).payments.map(({ paid, left }) => [paid, left])).toEqual([
    [60.5, 0],
    [-60.5, 0],
    [60.5, 0],
    [100, 100],
  ]);
  expect(await invoices.problems()).toEqual([]);
});

test('a line of a bank statement with the reference pays it once, if an administrator sends or assigns it', async () => {
  const { payment } = (await invoices.pay(ann, id)).body;
  const line = { cents: 15_500, text: `Invoice ${payment.reference}`, entryReference: `I-${id}` };
  const { states, statementId } = await sendStatement(server, clerk, [line]);
  expect([states, await invoices.row(id)]).toEqual([['suspense'], { state: 'open', paid: 0 }]);
  const { lines } = (await server.call(listStatementLines, { params: { statementId } }, { as: clerk })).body;
  const assigned = { params: { lineId: lines[0]?.id ?? '' }, body: { paymentId: payment.id } };
  expect((await server.call(assignLine, assigned, { as: clerk })).status).toBe(403);
  expect((await server.call(assignLine, assigned, { as: admin })).status).toBe(200);
  expect(await invoices.row(id)).toEqual({ state: 'paid', paid: 15_500 });

  const other = await invoices.issue(ann, 2000);
  const { reference } = (await invoices.pay(ann, other)).body.payment;
  const second = { cents: 2000, text: `${reference}`, entryReference: `I-${other}` };
  expect((await sendStatement(server, admin, [second])).states).toEqual(['settled']);
  await sendStatement(server, admin, [second]);
  expect(await invoices.row(other)).toEqual({ state: 'paid', paid: 2000 });
  expect((await sendStatement(server, admin, [{ ...second, cents: -2000, entryReference: 'back' }])).states).toEqual([
    'reversed',
  ]);
  expect(await invoices.row(other)).toEqual({ state: 'open', paid: 0 });
  expect(await invoices.problems()).toEqual([]);
});

test('a disputed card reopens a paid invoice once, even if the provider reports it repeatedly', async () => {
  await invoices.pay(ann, id, { paymentMethod: 'fiat', card: 'test_disputed' });
  expect((await invoices.row(id)).state).toBe('paid');
  const { cards } = server.services.payments;
  if (cards === undefined) throw new Error('The demo has a card provider');
  await settleWaiting(cards);
  server.clock.advance(3 * 60_000);
  await Promise.all([settleWaiting(cards), settleWaiting(cards)]);
  await settleWaiting(cards);
  expect(await invoices.row(id)).toEqual({ state: 'open', paid: 0 });
  expect((await invoices.list(ann, id)).payments).toHaveLength(2);
  expect(await invoices.problems()).toEqual([]);
});

test('USDC on the chain pays it when it is confirmed', async () => {
  const { digital } = server.services.payments;
  const { next } = (await invoices.pay(ann, id, { paymentMethod: 'usdc' })).body;
  expect(next).toMatchObject({ kind: 'call', units: '155000000' });
  await (await openDemoWallet(digital))(next as CallStep);
  await followPayments(digital, 'test', true);
  expect(await invoices.row(id)).toEqual({ state: 'paid', paid: 15_500 });
  expect(await invoices.problems()).toEqual([]);
});

test('a payment that did not arrive is closed and pays nothing', async () => {
  const { payment } = (await invoices.pay(ann, id)).body;
  const close = { params: { paymentId: payment.id }, body: { reason: 'Never came' } };
  expect((await server.call(failInvoicePayment, close, { as: admin })).body.payment.status).toBe('failed');
  expect((await invoices.confirm(admin, payment.id)).problem.code).toBe('payments.settled');
  // The reason is for the record, and shown to those who keep it.
  for (const [as, reason] of [[ann, null] as const, [admin, 'Never came'] as const])
    expect((await invoices.list(as, id)).payments[0]).toMatchObject({ payment: { status: 'failed' }, reason });
  const { payments } = (await server.call(listAllInvoicePayments, { query: { status: 'failed' } }, { as: admin })).body;
  expect(payments[0]).toMatchObject({ payment: { id: payment.id }, reason: 'Never came' });
  expect(await invoices.row(id)).toEqual({ state: 'open', paid: 0 });
  const opened = [];
  for (let n = 0; n < 6; n += 1) opened.push((await invoices.pay(ann, id)).status);
  expect(opened).toEqual([200, 200, 200, 200, 200, 409]);
});

test.each([
  ['amount_cents', '999900'],
  ['subject', `'inv_00000000000000000000'`],
])('a payment whose %s was changed is not confirmed', async (column, value) => {
  const { payment } = (await invoices.pay(ann, id)).body;
  const change = (to: string) =>
    server.database.tamper(`update payments set ${column} = ${to} where payment_id = '${payment.id}'`);
  await change(value);
  expect((await invoices.confirm(admin, payment.id)).status).toBe(503);
  await change(column === 'subject' ? `'${id}'` : '15500');
  expect((await invoices.confirm(admin, payment.id)).status).toBe(200);
});

test('a payment whose row has another invoice or amount than its block pays nothing more', async () => {
  const other = await invoices.issue(ann, 100_000);
  const { payment } = (await invoices.pay(ann, id, { paymentMethod: 'fiat' })).body;
  const change = (set: string) =>
    server.database.tamper(`update payments set ${set} where payment_id = '${payment.id}'`);
  await change(`subject = '${other}', amount_cents = 100000`);
  await server.database.sql('update billing_carried set settled_index = -1');
  await carryInvoices(server.services.payments);
  expect(await invoices.row(other)).toEqual({ state: 'open', paid: 0 });
  expect((await invoices.problems()).length).toBeGreaterThan(0);
  await change(`subject = '${id}', amount_cents = 15500`);
  await carryInvoices(server.services.payments);
  expect(await invoices.problems()).toEqual([]);
});

test('a round completes the work of a process that stopped after a payment', async () => {
  await invoices.pay(ann, id, { paymentMethod: 'fiat' });
  await server.database.sql(`update billing_invoices set state = 'open', paid_cents = 0 where invoice_id = $1`, [id]);
  await server.database.sql('update billing_carried set settled_index = -1');
  expect((await invoices.problems()).some((one) => one.startsWith(`billing_invoices: ${id}`))).toBe(true);
  await Promise.all([carryInvoices(server.services.payments), carryInvoices(server.services.payments)]);
  expect(await invoices.row(id)).toEqual({ state: 'paid', paid: 15_500 });
  expect([await invoices.credit(ann), await invoices.problems()]).toEqual([0, []]);
});

test.each([
  ['payments', `update payments set amount_cents = amount_cents + 1 where kind = 'invoice' and state = 'completed'`],
  ['book_postings', `update book_postings set account = 'payable:other' where account = 'receivable:invoices'`],
  ['billing_invoices', `update billing_invoices set paid_cents = paid_cents + 1 where state = 'paid'`],
  ['billing_invoices', `update billing_invoices set state = 'open' where state = 'paid'`],
])('the comparison with the blocks finds a change of %s: %s', async (table, change) => {
  await invoices.pay(ann, id, { paymentMethod: 'fiat' });
  const bare = (statements: string) =>
    server.database.sql(`set session_replication_role = replica; ${statements}; set session_replication_role = origin`);
  await bare(`create table before_change as select * from ${table}; ${change}`);
  expect((await invoices.problems()).map((one) => one.split(':')[0])).toContain(table);
  await bare(`delete from ${table}; insert into ${table} select * from before_change; drop table before_change`);
  expect(await invoices.problems()).toEqual([]);
});
