import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { demoAccounts } from '../contract.ts';

let ordinary: TestServer;
let demonstration: TestServer;

beforeAll(async () => {
  [ordinary, demonstration] = await Promise.all([startTestServer(), startTestServer({ demo: true })]);
});
afterAll(() => Promise.all([ordinary.stop(), demonstration.stop()]));

test('lists no accounts outside demo mode', async () => {
  const { status, body } = await ordinary.call(demoAccounts, {});
  expect(status).toBe(200);
  expect(body).toEqual({ demo: false, accounts: [] });
});

test('lists an account for each role in demo mode', async () => {
  const { body } = await demonstration.call(demoAccounts, {});
  expect(body.demo).toBe(true);
  expect(new Set(body.accounts.map(({ role }) => role))).toEqual(
    new Set(['manufacturer', 'shipper', 'retailer', 'other', 'resident', 'government']),
  );
});
