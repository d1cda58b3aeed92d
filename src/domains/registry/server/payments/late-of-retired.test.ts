import { afterAll, beforeAll, expect, test } from 'vitest';
import { payProperties, payProperty, readProperty, splitProperty } from '#domains/registry/contract.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { findDifferences } from '../rebuild/tampered.fixture.ts';
import { registerBilled } from '../register.fixture.ts';
import { readBooks } from '../tax-acts.fixture.ts';
import { PROPERTY_TAX } from './requirements.ts';
import { sendStatement } from './send-statement.fixture.ts';

/** The first half of a bill is due on the last day of August, the second one in January. */
const [HALF, LATE] = [164_760, 4943 + 1648];
const clock = createTestClock();
let server: TestServer;
let clerk: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true' } });
});
afterAll(() => server.stop());

const balancesOf = async (propertyId: string) => {
  const { taxOwed, creditCents, books } = await readBooks(server, propertyId);
  expect([books?.receivable, books?.credit]).toEqual([taxOwed, creditCents]);
  return [taxOwed, creditCents];
};

test('late charges lifted on a retired parcel go to its heir, also if the payment names another parcel first', async () => {
  clock.advance(Date.parse('2026-08-20T12:00:00Z') - clock());
  clerk = await server.account('government');
  const [first, other] = [(await registerBilled(server)).propertyId, (await registerBilled(server)).propertyId];
  const { body: announced } = await server.call(
    payProperties,
    { body: { propertyIds: [first, other], amount: 3 * HALF, paymentMethod: 'bank' } },
    { as: clerk },
  );
  clock.advance(Date.parse('2026-09-20T12:00:00Z') - clock());
  clerk = await server.account('government');
  const pay = async (amount: number) =>
    (
      await server.call(
        payProperty,
        { params: { propertyId: other }, body: { amount, paymentMethod: 'fiat' } },
        { as: clerk },
      )
    ).body.payment.id;
  await pay(HALF + LATE);
  const second = await pay(HALF);
  const into = ['LATE-A', 'LATE-B'].map((propertyId) => ({
    ...{ propertyId, address: `${propertyId} Street`, neighborhood: 'Old Harbor' },
    ...{ propertyType: 'residential' as const, squareFootage: 500, lotSquareFeet: 0, yearBuilt: null },
  }));
  expect((await server.call(splitProperty, { params: { id: other }, body: { into } }, { as: clerk })).status).toBe(200);
  await server.services.payments.payee(PROPERTY_TAX).reverse(second, 'Disputed', clerk.username, {});
  expect(await balancesOf(other)).toEqual([HALF, 0]);

  await sendStatement(server, clerk, [
    { cents: 3 * HALF, text: announced.payment.reference ?? '', bookedOn: '2026-08-30' },
  ]);
  expect([await balancesOf(first), await balancesOf(other), await balancesOf('LATE-A')]).toEqual([
    [0, 0],
    [0, 0],
    [0, LATE],
  ]);
  expect(await findDifferences(server)).toEqual([]);
  const { title } = (await server.call(readProperty, { params: { id: 'LATE-A' } })).body;
  expect(title[0]?.summary).toBe(`Credit from ${other}: $65.91`);
});
