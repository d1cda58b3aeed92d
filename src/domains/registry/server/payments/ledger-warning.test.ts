import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPaymentMethods, readPayment } from '#domains/payments/contract.ts';
import { payProperty, readProperty } from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerBilled } from '../register.fixture.ts';

let server: TestServer;
let clerk: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
});
afterAll(() => server.stop());

const methods = async () => (await server.call(listPaymentMethods, {})).body;
const pay = async (propertyId: string, paymentMethod: 'bank' | 'fiat') =>
  server.call(payProperty, { params: { propertyId }, body: { amount: 1000, paymentMethod } }, { as: clerk });

test('while the ledger has a known fault, payments are recorded unsigned, and payers are warned before and after', async () => {
  const { propertyId } = await registerBilled(server);
  await server.publish();
  expect((await methods()).ledgerWarning).toBeUndefined();
  expect((await pay(propertyId, 'fiat')).body.ledgerWarning).toBeUndefined();
  await server.publish();
  const { checkpointSize } = await server.services.ledger.verdict();
  await server.database.tamper(`update blocks set asset_id = 'HIDDEN' where index = 1`);
  await server.verifier.scrubAll();
  // The verdict is read once a second.
  await expect.poll(async () => (await methods()).ledgerWarning, { timeout: 10_000 }).toContain('found a fault');
  const { taxOwed } = (await server.call(readProperty, { params: { id: propertyId } })).body;
  const { status, body } = await pay(propertyId, 'fiat');
  expect([status, body.payment.status]).toEqual([200, 'completed']);
  expect(body.ledgerWarning).toContain('not signed until');
  const read = await server.call(readPayment, { params: { paymentId: body.payment.id } }, { as: clerk });
  expect(read.body.ledgerWarning).toBe(body.ledgerWarning);
  expect((await server.call(readProperty, { params: { id: propertyId } })).body.taxOwed).toBe(taxOwed - 1000);
  expect((await pay(propertyId, 'bank')).body).toMatchObject({
    payment: { status: 'pending' },
    ledgerWarning: body.ledgerWarning,
  });
  await server.publish().catch(() => undefined);
  expect((await server.services.ledger.verdict()).checkpointSize).toBe(checkpointSize);
});
