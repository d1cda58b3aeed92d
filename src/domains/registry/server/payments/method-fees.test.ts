import { afterAll, beforeAll, expect, test } from 'vitest';
import { feeOf, listPaymentMethods, readPayment } from '#domains/payments/contract.ts';
import {
  confirmPayment,
  listMethodFees,
  payProperties,
  payProperty,
  readProperty,
  refundPayment,
  setMethodFees,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerBilled } from '../register.fixture.ts';

let server: TestServer;
let clerk: TestAccount;
let resident: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
  resident = await server.account('resident');
  await setFees(235, 100);
});
afterAll(() => server.stop());

const BILL_CENTS = 329_520;
/** 2.35 % of $1,000. */
const FEE_CENTS = 2350;
const free = { fixedCents: 0, basisPoints: 0 };

async function setFees(card: number, bankCents: number) {
  const fiat = { fixedCents: 0, basisPoints: card };
  const bank = { fixedCents: bankCents, basisPoints: 0 };
  const { body } = await server.call(setMethodFees, { body: { usdc: free, eth: free, fiat, bank } }, { as: clerk });
  return body.blockIndex;
}

const owed = async (id: string) => (await server.call(readProperty, { params: { id } })).body.taxOwed;
const pay = async (paymentMethod: 'bank' | 'fiat', more: { fee?: number } = {}) => {
  const { propertyId } = await registerBilled(server, resident);
  const body = { amount: 100_000, paymentMethod, ...more };
  return { propertyId, answer: await server.call(payProperty, { params: { propertyId }, body }, { as: resident }) };
};

/** Returns the revenue from the fees of a method since `before`. */
async function feesOf(method: string, before = 0): Promise<number> {
  const [row] = await server.database.sql<{ cents: number }>(
    'select coalesce(-sum(cents), 0)::float as cents from book_postings where account = $1',
    [`revenue:fee:${method}`],
  );
  return (row?.cents ?? 0) - before;
}

test.each([
  [{ fixedCents: 0, basisPoints: 235 }, 100_000, 2350],
  [{ fixedCents: 30, basisPoints: 0 }, 1, 30],
  [{ fixedCents: 0, basisPoints: 235 }, 21, 0],
  [{ fixedCents: 0, basisPoints: 250 }, 20, 1],
  [{ fixedCents: 0, basisPoints: 1000 }, 1_000_000_000_001, 100_000_000_000],
])('the fee of %o on %d cents is %d cents', (fees, cents, fee) => {
  expect(feeOf(fees, cents)).toBe(fee);
});

test('the methods state their fees, and USDC has none', async () => {
  const { methods } = (await server.call(listPaymentMethods, {})).body;
  const fees = Object.fromEntries(methods.map((option) => [option.method, option.fees]));
  expect(fees).toMatchObject({ fiat: { fixedCents: 0, basisPoints: 235 }, usdc: free });
});

test('a card payment charges the fee on top, as a posting of its own', async () => {
  const before = await feesOf('fiat');
  const { propertyId, answer } = await pay('fiat', { fee: FEE_CENTS });
  expect(answer.body.payment).toMatchObject({ amount: 100_000 + FEE_CENTS, methodFee: FEE_CENTS, status: 'completed' });
  expect(answer.body.message).toBe('$1,023.50 is paid, of which $23.50 is the fee of the payment method.');
  expect([await owed(propertyId), await feesOf('fiat', before)]).toEqual([BILL_CENTS - 100_000, FEE_CENTS]);
  const [block] = await server.database.sql<{ data: object }>(
    'select data::json as data from blocks where index = $1',
    [answer.body.payment.block.index],
  );
  expect(block?.data).toMatchObject({ amount_cents: 102_350, method_fee_cents: FEE_CENTS, principal_cents: 100_000 });
});

test('refuses a fee other than the shown one, and writes nothing', async () => {
  const { propertyId, answer } = await pay('fiat', { fee: FEE_CENTS - 1 });
  expect([answer.status, answer.problem.errors?.[0]?.pointer]).toEqual([400, '/fee']);
  expect(await owed(propertyId)).toBe(BILL_CENTS);
});

test.each([
  { arrived: 100_100, fee: 100, pays: 100_000 },
  { arrived: 100_040, fee: 40, pays: 100_000 },
  { arrived: 70_000, fee: 0, pays: 70_000 },
  { arrived: 100_500, fee: 100, pays: 100_400 },
])('of a transfer of which $arrived cents arrive, the fee is $fee', async ({ arrived, fee, pays }) => {
  const before = await feesOf('bank');
  const { propertyId, answer } = await pay('bank');
  expect(answer.body.payment).toMatchObject({ amount: 100_100, status: 'pending' });
  const params = { paymentId: answer.body.payment.id };
  await server.call(confirmPayment, { params, body: { amount: arrived } }, { as: clerk });
  expect([await owed(propertyId), await feesOf('bank', before)]).toEqual([BILL_CENTS - pays, fee]);
});

test('a refund gives the tax back first and the fee last', async () => {
  const before = await feesOf('fiat');
  const { propertyId, answer } = await pay('fiat');
  const params = { paymentId: answer.body.payment.id };
  const refund = (amount: number) =>
    server.call(refundPayment, { params, body: { amount, reason: 'Paid twice' } }, { as: clerk });
  await refund(100_000);
  expect([await owed(propertyId), await feesOf('fiat', before)]).toEqual([BILL_CENTS, FEE_CENTS]);
  expect((await refund(FEE_CENTS + 1)).status).toBe(400);
  await refund(FEE_CENTS);
  expect([await owed(propertyId), await feesOf('fiat', before)]).toEqual([BILL_CENTS, 0]);
});

test('a dispute takes tax and fee back, and winning it makes both count again', async () => {
  const before = await feesOf('fiat');
  const { propertyId, answer } = await pay('fiat');
  const { reverse } = server.services.payments.payee('property_tax');
  await reverse(answer.body.payment.id, 'The cardholder disputed the payment.', undefined);
  expect([await owed(propertyId), await feesOf('fiat', before)]).toEqual([BILL_CENTS, 0]);
  const { entries } = (await server.call(readPayment, { params: { paymentId: answer.body.payment.id } })).body;
  const entryId = entries[0]!.id;
  await reverse(entryId, 'The dispute was won.', undefined, { cents: 99_999 });
  expect([await owed(propertyId), await feesOf('fiat', before)]).toEqual([BILL_CENTS - 99_999, 0]);
  await reverse(entryId, 'The dispute was won.', undefined);
  expect([await owed(propertyId), await feesOf('fiat', before)]).toEqual([BILL_CENTS - 100_000, FEE_CENTS]);
});

test('new fees do not change earlier payments, and every version stays', async () => {
  const { answer } = await pay('bank');
  const block = await setFees(0, 0);
  expect((await server.call(listMethodFees, {})).body.versions[0]).toMatchObject({ blockIndex: block });
  const params = { paymentId: answer.body.payment.id };
  const { body } = await server.call(confirmPayment, { params, body: {} }, { as: clerk });
  expect(body.payment).toMatchObject({ amount: 100_100, methodFee: 100 });
  expect((await pay('bank')).answer.body.payment.amount).toBe(100_000);
  await setFees(235, 100);
  expect((await server.call(listMethodFees, {})).body.versions.length).toBeGreaterThan(2);
});

test('a payment for several properties has one fee', async () => {
  const all = await Promise.all([registerBilled(server, resident), registerBilled(server, resident)]);
  const propertyIds = all.map(({ propertyId }) => propertyId);
  const { body } = await server.call(
    payProperties,
    { body: { propertyIds, amount: 2 * BILL_CENTS, paymentMethod: 'fiat' } },
    { as: resident },
  );
  expect(body.payment.methodFee).toBe(15_487);
  expect(body.payment.subjects.map(({ cents }) => cents)).toEqual([BILL_CENTS, BILL_CENTS]);
});
