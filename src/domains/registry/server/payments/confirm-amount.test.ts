import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  confirmPayment,
  failPayment,
  grantExemption,
  payProperty,
  readBill,
  reversePayment,
  waiveCharges,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerBilled } from '../register.fixture.ts';

let server: TestServer;
let clerk: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
});
afterAll(() => server.stop());

async function announce(amount: number) {
  const billed = await registerBilled(server);
  const { body } = await server.call(
    payProperty,
    { params: { propertyId: billed.propertyId }, body: { amount, paymentMethod: 'bank' } },
    { as: clerk },
  );
  return { ...billed, params: { paymentId: body.payment.id } };
}
const confirm = (params: { paymentId: string }, body: { amount: number; amountChecked?: boolean }) =>
  server.call(confirmPayment, { params, body }, { as: clerk });

test('confirms far more than was announced only after the amount was checked, and changes nothing before', async () => {
  const { params } = await announce(1000);
  for (const amount of [99_999_999_999_999, 101_000]) {
    const { status, problem } = await confirm(params, { amount });
    expect([status, problem.errors?.[0]?.pointer]).toEqual([400, '/amount']);
    expect(problem.errors?.[0]?.message).toContain('amountChecked: true');
  }
  const [row] = await server.database.sql('select state from payments where payment_id = $1', [params.paymentId]);
  expect(row).toEqual({ state: 'pending' });
  const confirmed = await confirm(params, { amount: 101_000, amountChecked: true });
  expect([confirmed.status, confirmed.body.payment.amount]).toEqual([200, 101_000]);
});

test.each([
  [1000, 100_999],
  [20_000, 200_000],
])('of %i cents announced, %i are confirmed without another question', async (announced, arrived) => {
  const { params } = await announce(announced);
  expect((await confirm(params, { amount: arrived })).status).toBe(200);
});

test('a reason may have lines, but no characters that hide or reorder text', async () => {
  const reason = 'Paid \u202eeciwt';
  const as = { as: clerk };
  const { params, propertyId, billNumber } = await announce(1000);
  const answers = [
    await server.call(failPayment, { params, body: { reason } }, as),
    await server.call(reversePayment, { params, body: { reason } }, as),
    await server.call(waiveCharges, { params: { billNumber }, body: { interest: 1, reason } }, as),
    await server.call(
      grantExemption,
      { params: { id: propertyId }, body: { kind: 'homestead', fromYear: 2027, reason } },
      as,
    ),
  ];
  for (const { status, problem } of answers)
    expect([status, problem.errors?.[0]?.pointer, problem.errors?.[0]?.message]).toEqual([
      400,
      '/reason',
      expect.stringContaining('U+202E'),
    ]);
  expect((await server.call(readBill, { params: { billNumber } }, as)).status).toBe(200);
  expect((await server.call(failPayment, { params, body: { reason: 'Never came.\nAsked twice.' } }, as)).status).toBe(
    200,
  );
});
