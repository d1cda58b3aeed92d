import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPayments } from '#domains/payments/server/index.ts';
import {
  confirmPayment,
  failPayment,
  listPayments,
  payBills,
  payProperties,
  payProperty,
  previewBills,
  previewProperties,
  readProperty,
  readReceipt,
  refundPayment,
  reversePayment,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { receiptPaper } from '../papers/receipt-paper.ts';
import { findDifferences } from '../rebuild/tampered.fixture.ts';
import { registerBilled } from '../register.fixture.ts';
import { sendStatement } from './send-statement.fixture.ts';

let server: TestServer;
let clerk: TestAccount;
let resident: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
  resident = await server.account('resident');
});
afterAll(() => server.stop());

/** 1.9952 % and 1.3 % of $100,000. */
const BILL_CENTS = 329_520;

const two = () => Promise.all([registerBilled(server, resident), registerBilled(server, resident)]);
const owed = async (id: string) => (await server.call(readProperty, { params: { id } })).body.taxOwed;
const owedOn = async (all: readonly { propertyId: string }[]) =>
  Promise.all(all.map(({ propertyId }) => owed(propertyId)));
const idsOf = (all: readonly { propertyId: string }[]) => all.map(({ propertyId }) => propertyId);

const pay = (propertyIds: string[], amount: number, paymentMethod: 'bank' | 'fiat' = 'fiat', key?: string) =>
  server.call(
    payProperties,
    { body: { propertyIds, amount, paymentMethod } },
    { as: resident, ...(key === undefined ? {} : { key }) },
  );

const head = async () => (await server.database.sql<{ length: number }>('select length from ledger_head'))[0]?.length;

/** Reads the books of the parcels, and checks that every entry balances. */
async function booksOf(propertyIds: readonly string[]) {
  const sums = await Promise.all(
    propertyIds.map(async (id) => {
      const [row] = await server.database.sql<{ receivable: number; credit: number; promised: number }>(
        `select coalesce(sum(cents) filter (where account = 'receivable:tax:' || $1), 0)::float as receivable,
           coalesce(-sum(cents) filter (where account = 'credit:tax:' || $1), 0)::float as credit,
           coalesce(-sum(cents) filter (where account = 'promised:tax:' || $1), 0)::float as promised
         from book_postings`,
        [id],
      );
      return row;
    }),
  );
  const unbalanced = await server.database.sql(
    'select 1 from book_postings group by block_index having sum(cents) <> 0',
  );
  return { sums, unbalanced: unbalanced.length };
}

test('one payment pays two properties in one block, which appears in the history of both', async () => {
  const [a, b] = await two();
  const before = await head();
  const { status, body } = await pay(idsOf([a, b]), 2 * BILL_CENTS);
  expect([status, body.payment.status, (await head())! - before!]).toEqual([200, 'completed', 1]);
  expect(body.payment.subjects).toEqual(
    [a, b].map(({ propertyId }) => ({ subject: propertyId, cents: BILL_CENTS, formatted: '$3,295.20' })),
  );
  expect(await owedOn([a, b])).toEqual([0, 0]);
  for (const { propertyId } of [a, b]) {
    const { title } = (await server.call(readProperty, { params: { id: propertyId } })).body;
    expect(title[0]).toMatchObject({
      summary: 'Tax paid: $3,295.20, together with one other property',
      block: { index: body.payment.block.index },
    });
    const listed = await server.call(listPayments, { params: { id: propertyId } });
    expect(listed.body.payments.map(({ id }) => id)).toEqual([body.payment.id]);
  }
  const [block] = await server.database.sql<{ data: Record<string, unknown> }>(
    'select data::json as data from blocks where index = $1',
    [body.payment.block.index],
  );
  expect(block?.data['parts']).toEqual(
    [a, b].map(({ propertyId }) => ({ property_id: propertyId, amount_cents: BILL_CENTS })),
  );
  expect(JSON.stringify(block?.data)).not.toContain(resident.username);
});

test('a payment names the properties that got something, in its answer, history, title and receipt', async () => {
  const [a, b] = await two();
  const { propertyId: c } = await registerBilled(server, resident);
  const { body } = await pay([...idsOf([a, b]), c], BILL_CENTS + 1000);
  const named = [
    { subject: a.propertyId, cents: BILL_CENTS, formatted: '$3,295.20' },
    { subject: b.propertyId, cents: 1000, formatted: '$10.00' },
  ];
  expect(body.payment.subjects).toEqual(named);
  const historyOf = async (id: string) => (await server.call(listPayments, { params: { id } })).body.payments;
  expect((await historyOf(b.propertyId)).map(({ subjects }) => subjects)).toEqual([named]);
  expect(await historyOf(c)).toEqual([]);
  const titleOf = async (id: string) => (await server.call(readProperty, { params: { id } })).body.title[0]?.summary;
  expect(await titleOf(a.propertyId)).toBe('Tax paid: $3,295.20, together with one other property');
  const [row] = await readPayments(server.services.database, [body.payment.id]);
  const paper = receiptPaper({
    ...{ payment: row!, later: [], addresses: new Map([[c, 'Nothing was paid here']]), block: { index: 1, hash: '' } },
    ...{ publicUrl: 'https://city.example', timeZone: 'America/Detroit', demo: false },
  });
  const text = JSON.stringify(paper.parts);
  expect(text).toContain('2 properties, listed below');
  expect(text).not.toContain(c);
  expect(text).not.toContain('$0.00');
  expect((await findDifferences(server)).filter((one) => one.includes(body.payment.id))).toEqual([]);
});

test('the preview shows on each bill what the payment then pays, and writes nothing', async () => {
  const [a, b] = await two();
  const propertyIds = idsOf([a, b]);
  const before = await head();
  const shown = await server.call(
    previewProperties,
    { body: { propertyIds, amount: BILL_CENTS + 1000 } },
    { as: resident },
  );
  expect(shown.body).toMatchObject({ owed: 2 * BILL_CENTS, amount: BILL_CENTS + 1000 });
  expect(shown.body.lines.map(({ propertyId, paid }) => [propertyId, paid])).toEqual([
    [a.propertyId, BILL_CENTS],
    [b.propertyId, 1000],
  ]);
  expect(await head()).toBe(before);
  await pay(propertyIds, BILL_CENTS + 1000);
  expect(await owedOn([a, b])).toEqual([0, BILL_CENTS - 1000]);
});

test('refuses a property of another resident with 403, and writes nothing', async () => {
  const [own] = await two();
  const other = await registerBilled(server, await server.account('resident'));
  const before = await head();
  const propertyIds = idsOf([own, other]);
  expect((await pay(propertyIds, 100)).status).toBe(403);
  expect((await server.call(previewProperties, { body: { propertyIds } }, { as: resident })).status).toBe(403);
  expect(await head()).toBe(before);
  const [found] = await server.database.sql<{ count: number }>(
    'select count(*)::int as count from payments where subject = any($1)',
    [propertyIds],
  );
  expect([found?.count, await owedOn([own, other])]).toEqual([0, [BILL_CENTS, BILL_CENTS]]);
  const counter = await server.call(
    payProperties,
    { body: { propertyIds, amount: 2 * BILL_CENTS, paymentMethod: 'fiat' } },
    { as: clerk },
  );
  expect([counter.status, await owedOn([own, other])]).toEqual([200, [0, 0]]);
});

test('refuses more than is owed on all together, and a repeated request pays once', async () => {
  const [a, b] = await two();
  const propertyIds = idsOf([a, b]);
  const tooMuch = await pay(propertyIds, 2 * BILL_CENTS + 1);
  expect(tooMuch.problem.errors?.[0]?.pointer).toBe('/amount');
  const [first, again] = await Promise.all([
    pay(propertyIds, 500, 'fiat', 'once'),
    pay(propertyIds, 500, 'fiat', 'once'),
  ]);
  expect(again.body.payment.id).toBe(first.body.payment.id);
  expect((await pay(propertyIds.toReversed(), 500, 'fiat', 'once')).problem.code).toBe('request.idempotency_mismatch');
  expect(await owedOn([a, b])).toEqual([BILL_CENTS - 500, BILL_CENTS]);
  // A property named twice counts once.
  expect((await pay([a.propertyId, a.propertyId], BILL_CENTS)).problem.errors?.[0]?.pointer).toBe('/amount');
});

test.each([
  { arrived: BILL_CENTS + 20, leaves: [0, BILL_CENTS - 20], credit: [0, 0] },
  { arrived: 2 * BILL_CENTS + 700, leaves: [0, 0], credit: [700, 0] },
])('a transfer with one reference of which $arrived cents arrive pays the oldest first', async (one) => {
  const all = await two();
  const propertyIds = idsOf(all);
  const { body } = await pay(propertyIds, 2 * BILL_CENTS, 'bank');
  expect([body.payment.status, body.next?.kind]).toEqual(['pending', 'transfer']);
  expect((await booksOf(propertyIds)).sums.map((sum) => sum?.promised)).toEqual([2 * BILL_CENTS, 0]);
  const params = { paymentId: body.payment.id };
  await server.call(confirmPayment, { params, body: { amount: one.arrived } }, { as: clerk });
  expect(await owedOn(all)).toEqual(one.leaves);
  expect(await booksOf(propertyIds)).toEqual({
    sums: [0, 1].map((n) => ({ receivable: one.leaves[n], credit: one.credit[n], promised: 0 })),
    unbalanced: 0,
  });
});

test('a transfer that does not arrive is closed as a whole', async () => {
  const all = await two();
  const { body } = await pay(idsOf(all), 1000, 'bank');
  const params = { paymentId: body.payment.id };
  const closed = await server.call(failPayment, { params, body: { reason: 'Never came' } }, { as: clerk });
  expect(closed.body.payment.status).toBe('failed');
  expect(await booksOf(idsOf(all))).toEqual({
    sums: all.map(() => ({ receivable: BILL_CENTS, credit: 0, promised: 0 })),
    unbalanced: 0,
  });
});

test('a transfer in parts pays the bills of all its properties, also after a first cent', async () => {
  const all = await two();
  const { body } = await pay(idsOf(all), 2 * BILL_CENTS, 'bank');
  const text = body.payment.reference ?? '';
  const parts = [1, BILL_CENTS, BILL_CENTS - 1];
  for (const [n, cents] of parts.entries()) {
    const { states } = await sendStatement(server, clerk, [{ cents, text: `${text} ${n}` }]);
    expect(states).toEqual([n === 0 ? 'settled' : 'credited']);
    const paid = parts.slice(0, n + 1).reduce((sum, one) => sum + one, 0);
    expect((await owedOn(all)).reduce((sum, one) => sum + one, 0)).toBe(2 * BILL_CENTS - paid);
  }
  expect(await booksOf(idsOf(all))).toEqual({
    sums: all.map(() => ({ receivable: 0, credit: 0, promised: 0 })),
    unbalanced: 0,
  });
  await sendStatement(server, clerk, [{ cents: 700, text }]);
  expect((await booksOf(idsOf(all))).sums.map((one) => one?.credit)).toEqual([700, 0]);
  expect(await findDifferences(server)).toEqual([]);
});

test('a refund of a part opens the last bill first, and a reversal the rest of both', async () => {
  const all = await two();
  const { body } = await pay(idsOf(all), 2 * BILL_CENTS);
  const params = { paymentId: body.payment.id };
  await server.call(refundPayment, { params, body: { amount: 5000, reason: 'Paid too much' } }, { as: clerk });
  expect(await owedOn(all)).toEqual([0, 5000]);
  await server.call(reversePayment, { params, body: { reason: 'Disputed' } }, { as: clerk });
  expect(await owedOn(all)).toEqual([BILL_CENTS, BILL_CENTS]);
  expect(await booksOf(idsOf(all))).toEqual({
    sums: all.map(() => ({ receivable: BILL_CENTS, credit: 0, promised: 0 })),
    unbalanced: 0,
  });
});

test('the numbers of two bills pay exactly these, without an account', async () => {
  const [a, b] = await two();
  const billNumbers = [a.billNumber, b.billNumber];
  const shown = await server.call(previewBills, { body: { billNumbers } });
  expect([shown.body.owed, shown.body.lines.map(({ paid }) => paid)]).toEqual([
    2 * BILL_CENTS,
    [BILL_CENTS, BILL_CENTS],
  ]);
  for (const part of ['fees', 'interest', 'tax']) expect(shown.body.lines[0]).not.toHaveProperty(part);
  const paid = await server.call(payBills, {
    body: { billNumbers, amount: 2 * BILL_CENTS, paymentMethod: 'fiat' },
  });
  expect([paid.status, await owedOn([a, b])]).toEqual([200, [0, 0]]);
  const missing = { billNumbers: [a.billNumber, '2026-0000-0000-0000'], amount: 1, paymentMethod: 'fiat' as const };
  expect((await server.call(payBills, { body: missing })).problem.code).toBe('registry.bill_not_found');
});

test('one receipt lists each bill, and each property has at most twenty announced payments', async () => {
  const [a, b] = await two();
  const { body } = await pay(idsOf([a, b]), 2 * BILL_CENTS);
  const receipt = await server.call(readReceipt, { params: { paymentId: body.payment.id } }, { as: resident });
  expect([receipt.status, receipt.headers['content-type']]).toEqual([200, 'application/pdf']);
  const [c, d] = await two();
  for (let n = 0; n < 20; n += 1) expect((await pay(idsOf([c, d]), 1, 'bank')).status).toBe(200);
  const alone = await server.call(
    payProperty,
    { params: { propertyId: d.propertyId }, body: { amount: 1, paymentMethod: 'bank' } },
    { as: resident },
  );
  expect(alone.problem.code).toBe('payments.too_many_pending');
});
