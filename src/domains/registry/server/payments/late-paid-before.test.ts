import { afterAll, beforeAll, expect, test } from 'vitest';
import { payProperty, reversePayment } from '#domains/registry/contract.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { findDifferences } from '../rebuild/tampered.fixture.ts';
import { registerBilled } from '../register.fixture.ts';
import { readBooks } from '../tax-acts.fixture.ts';
import { sendStatement } from './send-statement.fixture.ts';

/** The first half of the bill is due on the last day of August, the second one in January. */
const [HALF, PENALTY, INTEREST] = [164_760, 4943, 1648];
const LATE = PENALTY + INTEREST;
const clock = createTestClock();
let server: TestServer;
let clerk: TestAccount;
/** Each was announced before the due day of the first half. The current time is 20 days after it. */
const pending: { propertyId: string; reference: string }[] = [];

beforeAll(async () => {
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true' } });
  clock.advance(Date.parse('2026-08-20T12:00:00Z') - clock());
  clerk = await server.account('government');
  for (let n = 0; n < 7; n += 1) {
    const { propertyId } = await registerBilled(server);
    pending.push({ propertyId, reference: (await pay(propertyId, HALF, 'bank')).reference ?? '' });
  }
  clock.advance(Date.parse('2026-09-20T12:00:00Z') - clock());
  clerk = await server.account('government');
});
afterAll(() => server.stop());

async function pay(propertyId: string, amount: number, paymentMethod: 'bank' | 'fiat') {
  const { body } = await server.call(
    payProperty,
    { params: { propertyId }, body: { amount, paymentMethod } },
    { as: clerk },
  );
  return body.payment;
}
function next() {
  const one = pending.pop();
  if (one === undefined) throw new Error('Announce more payments');
  return one;
}
/** The bank booked a transfer on a day, and its statement comes now. */
const arrive = (reference: string, bookedOn: string, cents = HALF) =>
  sendStatement(server, clerk, [{ cents, text: reference, bookedOn }]);
async function stateOf(propertyId: string) {
  const { bills, taxOwed, creditCents, books } = await readBooks(server, propertyId);
  const sum = (kind: string) =>
    (bills[0]?.lines ?? []).reduce((total, line) => total + (line.kind === kind ? line.cents : 0), 0);
  expect([books?.receivable, books?.credit]).toEqual([taxOwed, creditCents]);
  return { penalty: sum('penalty'), interest: sum('interest'), taxOwed, creditCents };
}
const blockOf = async (propertyId: string) =>
  (
    await server.database.sql<{ data: Record<string, unknown> }>(
      `select data::json as data from blocks where action = 'registry.tax_paid' and data::json->>'property_id' = $1
       order by index desc limit 1`,
      [propertyId],
    )
  )[0]?.data;

test('late charges that were paid before an earlier transfer became known are credit, and pay what is owed', async () => {
  const { propertyId, reference } = next();
  await pay(propertyId, HALF + LATE, 'fiat');
  expect(await stateOf(propertyId)).toEqual({ penalty: PENALTY, interest: INTEREST, taxOwed: HALF, creditCents: 0 });
  await arrive(reference, '2026-08-30');
  // The transfer pays the second half, and the paid charges are credit.
  expect(await stateOf(propertyId)).toEqual({ penalty: 0, interest: 0, taxOwed: 0, creditCents: LATE });
  expect(await blockOf(propertyId)).toMatchObject({
    paid_on: '2026-08-30',
    lifted: [
      {
        property_id: propertyId,
        penalty_cents: PENALTY,
        interest_cents: INTEREST,
        returned: [{ year: 2026, penalty_cents: PENALTY, interest_cents: INTEREST }],
      },
    ],
  });
  expect(await findDifferences(server)).toEqual([]);
});

test('a payment that covered only the charges is returned, and reduces what is owed', async () => {
  const { propertyId, reference } = next();
  await pay(propertyId, LATE, 'fiat');
  await arrive(reference, '2026-08-30');
  expect(await stateOf(propertyId)).toEqual({ penalty: 0, interest: 0, taxOwed: HALF - LATE, creditCents: 0 });
  expect(await findDifferences(server)).toEqual([]);
});

test('only the charges on what the transfer covers are returned', async () => {
  const { propertyId, reference } = next();
  await pay(propertyId, HALF + LATE, 'fiat');
  await arrive(reference, '2026-08-30', HALF / 2);
  const left = { penalty: 2471, interest: 824 };
  expect(await stateOf(propertyId)).toEqual({
    ...left,
    taxOwed: HALF / 2 - (LATE - left.penalty - left.interest),
    creditCents: 0,
  });
  expect(await findDifferences(server)).toEqual([]);
});

test('a transfer that came after the due day returns nothing', async () => {
  const { propertyId, reference } = next();
  await pay(propertyId, HALF + LATE, 'fiat');
  await arrive(reference, '2026-09-02');
  expect(await stateOf(propertyId)).toMatchObject({ penalty: PENALTY, interest: INTEREST, taxOwed: 0, creditCents: 0 });
  expect(JSON.stringify(await blockOf(propertyId))).not.toContain('returned');
  expect(await findDifferences(server)).toEqual([]);
});

test('charges are returned once, however many transfers came earlier', async () => {
  const { propertyId, reference } = next();
  await pay(propertyId, HALF + LATE, 'fiat');
  await arrive(reference, '2026-08-30');
  await arrive(`Again ${reference}`, '2026-08-29');
  const { penalty, interest } = await stateOf(propertyId);
  expect([penalty, interest]).toEqual([0, 0]);
  expect(await findDifferences(server)).toEqual([]);
});

test('a reversal of the payment that had paid them takes the credit back', async () => {
  const { propertyId, reference } = next();
  const { id } = await pay(propertyId, HALF + LATE, 'fiat');
  await arrive(reference, '2026-08-30');
  await server.call(reversePayment, { params: { paymentId: id }, body: { reason: 'Disputed' } }, { as: clerk });
  const { taxOwed, creditCents } = await stateOf(propertyId);
  // The transfer paid one half. Nothing else is paid, and nothing is charged.
  expect([taxOwed, creditCents]).toEqual([HALF, 0]);
  expect(await findDifferences(server)).toEqual([]);
});

test('a reversal of the payment of returned charges opens what their credit paid', async () => {
  const { propertyId, reference } = next();
  const { id } = await pay(propertyId, LATE, 'fiat');
  await arrive(reference, '2026-08-30');
  await server.call(reversePayment, { params: { paymentId: id }, body: { reason: 'Disputed' } }, { as: clerk });
  expect(await stateOf(propertyId)).toEqual({ penalty: 0, interest: 0, taxOwed: HALF, creditCents: 0 });
  // The bills still add up, so the property can be paid.
  expect((await pay(propertyId, HALF, 'fiat')).status).toBe('completed');
  expect((await stateOf(propertyId)).taxOwed).toBe(0);
  expect(await findDifferences(server)).toEqual([]);
});
