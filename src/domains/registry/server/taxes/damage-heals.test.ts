import { afterAll, beforeAll, expect, test } from 'vitest';
import { payProperty, recordDocument } from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { tamper } from '../rebuild/tampered.fixture.ts';
import { registerBilled } from '../register.fixture.ts';

let server: TestServer;
/** A process with an empty cache. */
let fresh: TestServer;
let clerk: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  fresh = await startTestServer({ beside: server.database, environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
});
afterAll(async () => {
  await fresh.stop();
  await server.stop();
});

const pay = (propertyId: string) =>
  fresh.call(
    payProperty,
    { params: { propertyId }, body: { amount: 1000, paymentMethod: 'fiat', card: 'test_success' } },
    { as: clerk },
  );
const record = (id: string, sha256: string) =>
  fresh.call(recordDocument, { params: { id }, body: { title: 'Deed', sha256 } }, { as: clerk });

test('a property with repaired bills accepts payments again without a restart', async () => {
  const { propertyId } = await registerBilled(server);
  const restore = await tamper(
    server,
    'bills',
    `update bills set open_cents = open_cents + 1 where property_id = '${propertyId}'`,
    `property_id = '${propertyId}'`,
  );
  // An unrelated act keeps the property cached as it was read.
  expect((await record(propertyId, 'ab'.repeat(32))).status).toBe(200);
  expect((await pay(propertyId)).problem.code).toBe('server.unavailable');
  await restore();
  expect((await pay(propertyId)).status).toBe(200);
});
