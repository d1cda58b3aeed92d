import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmTestCard, readPayment } from '#domains/payments/contract.ts';
import {
  listPayments,
  payBill,
  payProperties,
  payProperty,
  readBill,
  readBillPdf,
  readReceipt,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerBilled } from '../register.fixture.ts';

let server: TestServer;
let clerk: TestAccount;
let owner: TestAccount;
let stranger: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
  owner = await server.account('resident');
  stranger = await server.account('resident');
});
afterAll(() => server.stop());

const keyed = (payerKey = '') => ({ headers: { 'payer-key': payerKey } });

test('owners and the government see a bill with its lines; anyone with its number sees the total', async () => {
  const { billNumber } = await registerBilled(server, owner);
  const read = async (as?: TestAccount) => (await server.call(readBillPdf, { params: { billNumber } }, { as })).status;
  expect([await read(), await read(stranger), await read(owner), await read(clerk)]).toEqual([401, 403, 200, 200]);
  const { body } = await server.call(readBill, { params: { billNumber } });
  expect(body.total).toBeGreaterThan(0);
  for (const part of ['lines', 'installments', 'exempted']) expect(body).not.toHaveProperty(part);
});

test('only the owner, the government and the holder of the key get a receipt', async () => {
  const { billNumber } = await registerBilled(server, owner);
  const input = { params: { billNumber }, body: { amount: 100, paymentMethod: 'fiat' } } as const;
  const { payment, payerKey } = (await server.call(payBill, input, { key: 'r' })).body;
  expect(payerKey).toMatch(/^[0-9a-f]{32}$/);
  const another = (await server.call(payBill, input)).body.payerKey;
  const read = (options: object) => server.call(readReceipt, { params: { paymentId: payment.id } }, options);
  for (const options of [{}, { as: stranger }, keyed(), keyed(another), keyed(`${payerKey}0`), keyed(billNumber)]) {
    const { status, problem } = await read(options);
    expect([status, problem.code]).toEqual([403, 'payments.payer_only']);
  }
  for (const options of [{ as: owner }, { as: clerk }, keyed(payerKey)]) expect((await read(options)).status).toBe(200);
  const repeated = (await server.call(payBill, input, { key: 'r' })).body;
  expect([repeated.payment.id, repeated.payerKey]).toEqual([payment.id, payerKey]);
});

test('the owner of one property does not get a receipt for two', async () => {
  const [mine, other] = [await registerBilled(server, owner), await registerBilled(server, stranger)];
  const propertyIds = [mine.propertyId, other.propertyId];
  const body = { propertyIds, amount: 100, paymentMethod: 'fiat' as const };
  const { id } = (await server.call(payProperties, { body }, { as: clerk })).body.payment;
  const read = async (as: TestAccount) =>
    (await server.call(readReceipt, { params: { paymentId: id } }, { as })).problem.code;
  expect([await read(owner), await read(clerk)]).toEqual(['payments.payer_only', undefined]);
});

test('no public answer contains the key of a payment', async () => {
  const { billNumber, propertyId } = await registerBilled(server);
  const input = { params: { billNumber }, body: { amount: 100, paymentMethod: 'bank' } } as const;
  const { payment, payerKey = 'none' } = (await server.call(payBill, input)).body;
  const answers = [
    await server.call(readPayment, { params: { paymentId: payment.id } }, keyed(payerKey)),
    await server.call(listPayments, { params: { id: propertyId } }),
  ];
  for (const { status, text } of answers) expect([status, text.includes(payerKey)]).toEqual([200, false]);
  const [block] = await server.database.sql<{ content: string }>(
    'select data as content from blocks where index = $1',
    [payment.block.index],
  );
  expect(block?.content).not.toContain(payerKey);
});

test('only the payer may approve or decline a pending TEST card payment, or see that it waits for that', async () => {
  const { billNumber, propertyId } = await registerBilled(server, owner);
  const body = { amount: 100, paymentMethod: 'fiat', card: 'test_needs_step' } as const;
  const visitor = (await server.call(payBill, { params: { billNumber }, body })).body;
  const own = (await server.call(payProperty, { params: { propertyId }, body }, { as: owner })).body;
  expect(own).not.toHaveProperty('payerKey');
  const decide = (paymentId: string, options: object) =>
    server.call(confirmTestCard, { params: { paymentId }, body: { decision: 'decline' } }, options);
  const next = async (paymentId: string, options: object) =>
    (await server.call(readPayment, { params: { paymentId } }, options)).body.next?.kind;
  const cases = [
    {
      id: visitor.payment.id,
      others: [{}, { as: owner }, { as: clerk }, keyed('0'.repeat(32))],
      payer: keyed(visitor.payerKey),
    },
    {
      id: own.payment.id,
      others: [{}, { as: stranger }, { as: clerk }, keyed(visitor.payerKey)],
      payer: { as: owner },
    },
  ];
  for (const { id, others, payer } of cases) {
    for (const options of others) {
      expect((await decide(id, options)).problem.code).toBe('payments.payer_only');
      expect(await next(id, options)).toBeUndefined();
      const { message } = (await server.call(readPayment, { params: { paymentId: id } }, options)).body;
      expect(message).toBe('$1.00 has not arrived yet.');
    }
    expect(await next(id, payer)).toBe('confirm');
    expect((await decide(id, payer)).body.payment.status).toBe('failed');
  }
});
