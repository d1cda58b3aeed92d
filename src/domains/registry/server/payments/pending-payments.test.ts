import { afterAll, beforeAll, expect, test } from 'vitest';
import { failPayment, payBill, payProperties, payProperty } from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerBilled } from '../register.fixture.ts';

let server: TestServer;
let another: TestServer;
let owner: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  another = await startTestServer({ beside: server.database });
  owner = await server.account('resident');
});
afterAll(async () => {
  await another.stop();
  await server.stop();
});

const bank = { amount: 1, paymentMethod: 'bank' } as const;
const codesOf = (answers: readonly { status: number; problem: { code?: string } }[]) =>
  Object.entries(
    Object.groupBy(answers, ({ status, problem }) => (status === 200 ? 'opened' : (problem.code ?? ''))),
  ).map(([code, all = []]) => [code, all.length]);

test.each([1, 2])('of 60 concurrent requests to %s servers, exactly twenty announce a payment', async (servers) => {
  const { billNumber, propertyId } = await registerBilled(server, owner);
  const input = { params: { billNumber }, body: bank };
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => (n % servers === 0 ? server : another).call(payBill, input)),
  );
  expect(codesOf(answers).toSorted()).toEqual([
    ['opened', 20],
    ['payments.too_many_pending', 40],
  ]);
  const [row] = await server.database.sql<{ count: number }>(
    `select count(*)::int as count from payments where subject = $1 and state = 'pending'`,
    [propertyId],
  );
  expect(row?.count).toBe(20);
  const own = await server.call(payProperty, { params: { propertyId }, body: bank }, { as: owner });
  expect(own.status).toBe(200);
});

test('a closed payment makes room for another, and one for several properties counts for each', async () => {
  const [a, b] = [await registerBilled(server, owner), await registerBilled(server, owner)];
  const together = () =>
    server.call(payProperties, { body: { propertyIds: [a.propertyId, b.propertyId], ...bank } }, { as: owner });
  const answers = await Promise.all(Array.from({ length: 22 }, together));
  expect(codesOf(answers).toSorted()).toEqual([
    ['opened', 20],
    ['payments.too_many_pending', 2],
  ]);
  const alone = () => server.call(payProperty, { params: { propertyId: b.propertyId }, body: bank }, { as: owner });
  expect((await alone()).problem.code).toBe('payments.too_many_pending');
  const paymentId = answers.find(({ status }) => status === 200)?.body.payment.id ?? '';
  const as = await server.account('government');
  const [closed] = await Promise.all([
    server.call(failPayment, { params: { paymentId }, body: { reason: 'Never arrived' } }, { as }),
  ]);
  expect(closed.status).toBe(200);
  expect(codesOf(await Promise.all([alone(), alone(), alone()])).toSorted()).toEqual([
    ['opened', 1],
    ['payments.too_many_pending', 2],
  ]);
});
