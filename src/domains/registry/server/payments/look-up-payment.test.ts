import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPayments, lookUpBillPayment, lookUpPayment, payBill, payProperty } from '#domains/registry/contract.ts';
import { deleteClosedKeys } from '#platform/server/database/idempotency-keys.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerBilled } from '../register.fixture.ts';

let server: TestServer;
let owner: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  owner = await server.account('resident');
});
afterAll(() => server.stop());

const body = { amount: 100, paymentMethod: 'bank' } as const;
const lookUp = (key: string, as = owner) => server.call(lookUpPayment, { body: { key } }, { as });
const paymentsOf = async (id: string) => (await server.call(listPayments, { params: { id } })).body.payments.length;

test('finds the payment of a key only for its account', async () => {
  const { propertyId } = await registerBilled(server, owner);
  const paid = await server.call(payProperty, { params: { propertyId }, body }, { as: owner, key: 'found' });
  expect((await lookUp('found')).body.answer).toEqual(paid.body);
  expect((await lookUp('found', await server.account('resident'))).body.answer).toBeNull();
});

test('refuses a payment that arrives after its look-up found nothing, after any number of look-ups', async () => {
  const { propertyId } = await registerBilled(server, owner);
  expect((await lookUp('late')).body.answer).toBeNull();
  expect((await lookUp('late')).body.answer).toBeNull();
  const late = await server.call(payProperty, { params: { propertyId }, body }, { as: owner, key: 'late' });
  expect(late.problem.code).toBe('request.idempotency_mismatch');
  expect(await paymentsOf(propertyId)).toBe(0);
});

test('a closed key is deleted after its time, and the key of a payment stays', async () => {
  const { propertyId } = await registerBilled(server, owner);
  const paid = await server.call(payProperty, { params: { propertyId }, body }, { as: owner, key: 'stays' });
  await lookUp('closed');
  const { database } = server.services;
  const closed = () => server.database.sql(`select key from idempotency_keys where key = 'closed'`);
  await deleteClosedKeys(database, Date.now() - 3_600_000);
  expect(await closed()).toHaveLength(1);
  await deleteClosedKeys(database, Date.now() + 3_600_000);
  expect(await closed()).toEqual([]);
  expect((await lookUp('stays')).body.answer).toEqual(paid.body);
  const later = await server.call(payProperty, { params: { propertyId }, body }, { as: owner, key: 'closed' });
  expect(later.status).toBe(200);
});

test('a look-up concurrent with its payment either finds the payment or refuses it', async () => {
  const { propertyId } = await registerBilled(server, owner);
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const before = await paymentsOf(propertyId);
    const [paid, found] = await Promise.all([
      server.call(payProperty, { params: { propertyId }, body }, { as: owner, key: `race-${n}` }),
      lookUp(`race-${n}`),
    ]);
    expect(await paymentsOf(propertyId)).toBe(before + (found.body.answer === null ? 0 : 1));
    expect(paid.status === 200).toBe(found.body.answer !== null);
  }
});

test('finds the payment of a bill without an account, with the key of its payer', async () => {
  const { billNumber } = await registerBilled(server);
  const input = { params: { billNumber }, body };
  const key = 'a-key-of-a-visitor-1234';
  const paid = await server.call(payBill, input, { key });
  const found = await server.call(lookUpBillPayment, { params: { billNumber }, body: { key } });
  expect(paid.body.payerKey).toBeTypeOf('string');
  expect(found.body.answer).toEqual(paid.body);
});

test("finds no visitor's payment by a guessable key, and closes no such key", async () => {
  const { billNumber } = await registerBilled(server);
  const guess = await server.call(lookUpBillPayment, { params: { billNumber }, body: { key: '1002' } });
  expect(guess.problem).toMatchObject({ status: 400, errors: [{ pointer: '/key' }] });
  expect((await server.call(payBill, { params: { billNumber }, body }, { key: '1002' })).status).toBe(200);
});
