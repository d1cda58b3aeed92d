import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leftOf, readFamily, refundCard } from '#domains/payments/server/index.ts';
import {
  confirmPayment,
  listBills,
  payProperty,
  readProperty,
  refundPayment,
  reversePayment,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { findDifferences } from '../rebuild/tampered.fixture.ts';
import { registerBilled } from '../register.fixture.ts';
import { PROPERTY_TAX } from './requirements.ts';
import { nextToReturn } from './reverse-payment.ts';

let server: TestServer;
let clerk: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
});
afterAll(() => server.stop());

const payee = () => server.services.payments.payee(PROPERTY_TAX);

async function payByCard(amount: number) {
  const { propertyId } = await registerBilled(server);
  const { body } = await server.call(
    payProperty,
    { params: { propertyId }, body: { amount, paymentMethod: 'fiat' } },
    { as: clerk },
  );
  return { propertyId, paymentId: body.payment.id };
}

/** Reads what is owed by the books and by the bills, and the sum of the entries of the property's payments. */
async function stateOf(propertyId: string) {
  const { bills } = (await server.call(listBills, { params: { id: propertyId } }, { as: clerk })).body;
  const [row] = await server.database.sql<{ receivable: number; paid: number; cash: number }>(
    `select (select sum(cents)::float from book_postings where account = 'receivable:tax:' || $1) as receivable,
       (select sum(amount_cents)::float from payments where subject = $1 and state = 'completed') as paid,
       (select sum(cents)::float from book_postings where account = 'clearing:fiat'
         and block_index in (select settled_index from payments where subject = $1)) as cash`,
    [propertyId],
  );
  return { ...row, open: bills.reduce((sum, { open }) => sum + open, 0) };
}

test('a payment is taken back in parts, and never more than its amount', async () => {
  const { propertyId, paymentId } = await payByCard(100_000);
  const owed = (await stateOf(propertyId)).open;
  const reversalId = await payee().reverse(paymentId, 'Paid twice', 'clerk', { cents: 30_000 });
  expect(reversalId).not.toBe(paymentId);
  expect(await stateOf(propertyId)).toEqual({
    open: owed + 30_000,
    receivable: owed + 30_000,
    paid: 70_000,
    cash: 70_000,
  });
  await expect(payee().reverse(paymentId, 'Too much', 'clerk', { cents: 70_001 })).rejects.toMatchObject({
    kind: { code: 'request.invalid' },
  });
  await payee().reverse(paymentId, 'The rest', 'clerk');
  expect(await stateOf(propertyId)).toEqual({ open: owed + 100_000, receivable: owed + 100_000, paid: 0, cash: 0 });
  await expect(payee().reverse(paymentId, 'Again', 'clerk')).rejects.toMatchObject({
    kind: { code: 'payments.settled' },
  });
});

test('taking back a reversal pays the bills again', async () => {
  const { propertyId, paymentId } = await payByCard(100_000);
  const before = await stateOf(propertyId);
  const reversalId = await payee().reverse(paymentId, 'Disputed', undefined);
  await payee().reverse(reversalId, 'The dispute was won', undefined, { cents: 60_000 });
  expect(await stateOf(propertyId)).toMatchObject({ open: before.open + 40_000, paid: 60_000, cash: 60_000 });
  await payee().reverse(reversalId, 'The dispute was won', undefined);
  expect(await stateOf(propertyId)).toEqual(before);
});

test('requests with the same key take a part back once, also concurrently', async () => {
  const { propertyId, paymentId } = await payByCard(50_000);
  const take = () => payee().reverse(paymentId, 'Refunded', undefined, { cents: 10_000, key: 'refund-1' });
  const [first, second] = await Promise.all([take(), take()]);
  expect(await take()).toBe(first);
  expect(second).toBe(first);
  expect((await stateOf(propertyId)).paid).toBe(40_000);
});

test('the database refuses to take back more than was paid', async () => {
  const { paymentId } = await payByCard(1000);
  const insert = (cents: number) =>
    server.database.sql(
      `insert into payments (payment_id, kind, subject, method, state, amount_cents, reverses, opened_at, opened_index,
         settled_at, settled_index)
       select 'pay_' || lpad(${Math.abs(cents)}::text, 20, '0'), kind, subject, method, state, ${cents}, payment_id, opened_at,
         opened_index, settled_at, settled_index from payments where payment_id = $1`,
      [paymentId],
    );
  await expect(insert(-1001)).rejects.toThrow('is taken back by -1001 cents of 1000');
  await expect(insert(5)).rejects.toThrow('is taken back by 5 cents of 1000');
});

test('any sequence of parts returns exactly what was allocated, fees last', () => {
  const allocations = (['fee', 'interest', 'principal', 'credit'] as const).map((part, n) => ({
    part,
    bill: part === 'credit' ? null : 'b',
    cents: (n + 1) * 10,
  }));
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 }), (wanted) => {
      const returned = new Map<string, number>();
      let sum = 0;
      for (const cents of wanted) {
        const part = Math.min(cents, 100 - sum);
        const found = nextToReturn(allocations, sum, part);
        expect(found.reduce((total, one) => total + one.cents, 0)).toBe(part);
        for (const one of found) returned.set(one.part, (returned.get(one.part) ?? 0) + one.cents);
        sum += part;
      }
      for (const one of allocations) expect(returned.get(one.part) ?? 0).toBeLessThanOrEqual(one.cents);
      if (sum < 100) expect(returned.get('fee') ?? 0).toBeLessThanOrEqual(Math.max(0, sum - 90));
    }),
  );
});

/** Reads the provider's refunds, and the sum of the payment's entries. */
async function refundedOf(paymentId: string) {
  const [row] = await server.database.sql<{ provider: number; books: number; entries: number }>(
    `select (select refunded_cents::float from test_card_charges where payment_id = $1) as provider,
       coalesce((select -sum(amount_cents)::float from payments where reverses = $1), 0) as books,
       (select count(*)::int from payments where reverses = $1) as entries`,
    [paymentId],
  );
  return row;
}
const refund = (paymentId: string, amount: number, key?: string) =>
  server.call(
    refundPayment,
    { params: { paymentId }, body: { amount, reason: 'Paid twice' } },
    { as: clerk, ...(key === undefined ? {} : { key }) },
  );

test('concurrent refunds of a card payment return exactly what the books state, and never more than was left', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { paymentId } = await payByCard(1000);
    const answers = await Promise.all(
      [300, 300, 300, 300].map((cents, n) => refund(paymentId, cents, `k${round}-${n}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 400]);
    expect(await refundedOf(paymentId)).toEqual({ provider: 900, books: 900, entries: 3 });
  }
});

test('servers that refund a card payment concurrently agree with its provider in the end', async () => {
  const { paymentId } = await payByCard(1000);
  const { cards, database } = { ...server.services.payments, database: server.services.database };
  if (cards === undefined) throw new Error('The demo takes cards');
  const [payment] = await readFamily(database, paymentId);
  if (payment === undefined) throw new Error('The payment exists');
  const once = (n: number) =>
    refundCard(cards, payment, { cents: 200, key: `two-${n}`, reason: 'Paid twice', user: 'clerk' });
  await Promise.all([once(1), once(2), once(3)]);
  const state = await refundedOf(paymentId);
  expect([state?.provider, leftOf(await readFamily(database, paymentId))]).toEqual([600, 400]);
});

test('repeating a refund gives nothing more, and its key refunds no other amount', async () => {
  const { paymentId } = await payByCard(1000);
  for (let n = 0; n < 3; n += 1) expect((await refund(paymentId, 300, 'once')).status).toBe(200);
  expect((await refund(paymentId, 200, 'once')).problem.code).toBe('request.idempotency_mismatch');
  expect(await refundedOf(paymentId)).toEqual({ provider: 300, books: 300, entries: 1 });
});

describe('a bill that was paid by card and by bank', () => {
  async function payTwice() {
    const { propertyId } = await registerBilled(server);
    const { taxOwed } = (await server.call(readProperty, { params: { id: propertyId } })).body;
    const pay = (paymentMethod: 'fiat' | 'bank', amount = taxOwed) =>
      server.call(payProperty, { params: { propertyId }, body: { amount, paymentMethod } }, { as: clerk });
    const bank = (await pay('bank')).body.payment.id;
    const card = (await pay('fiat')).body.payment.id;
    await server.call(confirmPayment, { params: { paymentId: bank }, body: {} }, { as: clerk });
    return { propertyId, taxOwed, bank, card, pay };
  }
  /** Reads debt and credit, by the bills and by the books. */
  async function standing(propertyId: string) {
    const { bills, creditCents } = (await server.call(listBills, { params: { id: propertyId } }, { as: clerk })).body;
    const [row] = await server.database.sql<{ receivable: number; credit: number }>(
      `select coalesce(sum(cents) filter (where account = 'receivable:tax:' || $1), 0)::float as receivable,
         coalesce(-sum(cents) filter (where account = 'credit:tax:' || $1), 0)::float as credit from book_postings`,
      [propertyId],
    );
    const owed = bills.reduce((sum, { open }) => sum + open, 0);
    expect(row).toEqual({ receivable: owed, credit: creditCents });
    return { owed, credit: creditCents, total: bills[0]?.total };
  }
  const back = (paymentId: string, amount?: number) =>
    server.call(
      refundPayment,
      { params: { paymentId }, body: { ...(amount === undefined ? {} : { amount }), reason: 'Paid twice' } },
      { as: clerk },
    );

  test('stays paid when the card is refunded, and accepts no third payment', async () => {
    const { propertyId, taxOwed, card, pay } = await payTwice();
    expect(await standing(propertyId)).toEqual({ owed: 0, credit: taxOwed, total: taxOwed });
    expect((await back(card)).status).toBe(200);
    expect(await standing(propertyId)).toEqual({ owed: 0, credit: 0, total: taxOwed });
    expect((await pay('bank')).problem.errors?.[0]?.pointer).toBe('/amount');
    const [block] = await server.database.sql<{ credit: number }>(
      `select (data::json->>'credit_cents')::int as credit from blocks
       where data::json->>'action' = 'registry.payment_reversed' and data::json->>'payment' = $1`,
      [card],
    );
    expect(block?.credit).toBe(taxOwed);
    expect(await findDifferences(server)).toEqual([]);
  });

  test('is open again once both are refunded, in any order and in parts, and paid again by a won dispute', async () => {
    for (const order of ['card first', 'bank first']) {
      const { propertyId, taxOwed, card, bank } = await payTwice();
      const [first, second] = order === 'card first' ? [card, bank] : [bank, card];
      await back(first, 100_000);
      expect(await standing(propertyId)).toEqual({ owed: 0, credit: taxOwed - 100_000, total: taxOwed });
      await back(second, taxOwed - 50_000);
      expect(await standing(propertyId)).toEqual({ owed: 50_000, credit: 0, total: taxOwed });
      await back(first);
      expect(await standing(propertyId)).toEqual({ owed: taxOwed - 50_000, credit: 0, total: taxOwed });
      await back(second);
      expect(await standing(propertyId)).toEqual({ owed: taxOwed, credit: 0, total: taxOwed });
    }
    const { propertyId, taxOwed, card } = await payTwice();
    const body = { reason: 'Disputed' };
    const taken = await server.call(reversePayment, { params: { paymentId: card }, body }, { as: clerk });
    expect(await standing(propertyId)).toEqual({ owed: 0, credit: 0, total: taxOwed });
    await server.call(reversePayment, { params: { paymentId: taken.body.payment.id }, body }, { as: clerk });
    expect(await standing(propertyId)).toEqual({ owed: 0, credit: taxOwed, total: taxOwed });
    expect(await findDifferences(server)).toEqual([]);
  });
});
