import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  confirmPayment,
  listBills,
  payBill,
  payBills,
  payProperties,
  payProperty,
  previewBills,
  previewProperties,
  readBill,
  setMethodFees,
} from '#domains/registry/contract.ts';
import { callLoosely } from '#tests/support/call.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerBilled } from '../register.fixture.ts';

let server: TestServer;
let clerk: TestAccount;
let owner: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
  owner = await server.account('resident');
});
afterAll(() => server.stop());

/** 1.9952 % and 1.3 % of $100,000. */
const BILL_CENTS = 329_520;
const bank = (amount: number) => ({ amount, paymentMethod: 'bank' }) as const;

async function announced({ propertyId, billNumber }: { propertyId: string; billNumber: string }) {
  const bills = await server.call(listBills, { params: { id: propertyId } }, { as: owner });
  const byNumber = await server.call(readBill, { params: { billNumber } });
  const several = await server.call(previewBills, { body: { billNumbers: [billNumber] } });
  expect(byNumber.body.announced).toEqual(bills.body.announced);
  expect(several.body.announced).toEqual(bills.body.announced);
  return bills.body.announced;
}

test('a transfer for several properties is announced on each with the amount that it will pay there', async () => {
  const first = await registerBilled(server, owner);
  const second = await registerBilled(server, owner);
  const both = { propertyIds: [first.propertyId, second.propertyId] };
  expect((await announced(first)).cents).toBe(0);
  await server.call(payProperty, { params: first, body: bank(1000) }, { as: owner });
  const joint = await server.call(payProperties, { body: { ...both, ...bank(BILL_CENTS + 5000) } }, { as: owner });
  expect((await announced(first)).cents).toBe(BILL_CENTS);
  const onSecond = await announced(second);
  // The rest of the joint transfer, if only that one arrives: the other pays nothing here.
  expect(onSecond.cents).toBe(5000);
  expect(onSecond.transfers).toEqual([
    expect.objectContaining({ id: joint.body.payment.id, properties: 2, reference: joint.body.payment.reference }),
  ]);
  const preview = await server.call(previewProperties, { body: both }, { as: owner });
  expect([preview.body.announced.cents, preview.body.announced.transfers.length]).toEqual([BILL_CENTS + 6000, 2]);

  await server.call(confirmPayment, { params: { paymentId: joint.body.payment.id }, body: {} }, { as: clerk });
  const bills = await server.call(listBills, { params: { id: second.propertyId } }, { as: owner });
  expect(bills.body.bills[0]?.open).toBe(BILL_CENTS - 5000);
  expect(bills.body.announced).toEqual({ cents: 0, formatted: '$0.00', transfers: [] });
});

test('announces at most what is owed, and does not count a card as an announced transfer', async () => {
  const one = await registerBilled(server, owner);
  const { billNumber } = one;
  await server.call(payBill, { params: { billNumber }, body: bank(BILL_CENTS) });
  await server.call(payBill, { params: { billNumber }, body: bank(BILL_CENTS) });
  await server.call(payBill, {
    params: { billNumber },
    body: { amount: 500, paymentMethod: 'fiat', card: 'test_needs_step' },
  });
  const { cents, transfers } = await announced(one);
  expect([cents, transfers.length]).toEqual([BILL_CENTS, 2]);
});

test('a bill is read and paid by its number in lower case, with spaces, and without hyphens', async () => {
  const { billNumber } = await registerBilled(server, owner);
  const lower = billNumber.toLowerCase();
  for (const typed of [lower, billNumber.replaceAll('-', ' '), lower.replaceAll('-', '')]) {
    const params = { billNumber: typed };
    expect((await server.call(readBill, { params })).body.billNumber).toBe(billNumber);
    expect((await server.call(payBill, { params, body: bank(100) })).status).toBe(200);
    expect((await server.call(previewBills, { body: { billNumbers: [typed] } })).status).toBe(200);
  }
  const joint = await server.call(payBills, { body: { billNumbers: [lower, billNumber], ...bank(500) } });
  expect(joint.body.payment.subjects).toHaveLength(1);
});

test('the error for a missing amount, or one in dollars, states what to send', async () => {
  const { billNumber } = await registerBilled(server, owner);
  const detailOf = async (body: unknown) => {
    const answer = await callLoosely(server.app, payBill, { params: { billNumber }, body });
    return [answer.status, (answer.body as { detail: string }).detail];
  };
  const missing = 'amount is required, in whole cents, such as 12345 for $123.45';
  expect(await detailOf({ paymentMethod: 'bank' })).toEqual([400, missing]);
  const wrong = 'amount must be in whole cents, such as 12345 for $123.45';
  expect(await detailOf({ amount: 12.5, paymentMethod: 'bank' })).toEqual([400, wrong]);
});

test('the fee of the method pays no bill, so it is not announced as paid', async () => {
  const free = { fixedCents: 0, basisPoints: 0 };
  const setBankFee = (fixedCents: number) =>
    server.call(
      setMethodFees,
      { body: { usdc: free, eth: free, fiat: free, bank: { ...free, fixedCents } } },
      { as: clerk },
    );
  const one = await registerBilled(server, owner);
  await setBankFee(250);
  await server.call(payProperty, { params: one, body: bank(1000) }, { as: owner });
  await setBankFee(0);
  const { cents, transfers } = await announced(one);
  expect([cents, transfers[0]?.amountFormatted]).toEqual([1000, '$12.50']);
});
