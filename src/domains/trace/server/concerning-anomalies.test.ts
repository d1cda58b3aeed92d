import { afterAll, beforeAll, expect, test } from 'vitest';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { recentActivities } from '../contract.ts';

let server: TestServer;
let maker: TestAccount;
let shipper: TestAccount;
let retailer: TestAccount;
let owner: TestAccount;
let stranger: TestAccount;
const anomalies: Record<string, number> = {};
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.account('manufacturer');
  maker = await server.account('manufacturer', { managedBy: owner.id });
  shipper = await server.account('shipper');
  retailer = await server.account('retailer');
  stranger = await server.account('shipper');
  await record(server, maker, 'manufactured', 'MINE');
  await record(server, maker, 'shipped', 'MINE', { to: retailer.username });
  anomalies['MINE'] = await record(server, shipper, 'received', 'MINE', { timestamp: '2026-01-02T00:00:00Z' });
  const other = await server.account('manufacturer');
  await record(server, other, 'manufactured', 'OTHER');
  anomalies['OTHER'] = await record(server, other, 'shipped', 'OTHER', { timestamp: '2026-01-01T00:00:00Z' });
});
afterAll(() => server.stop());

const concerning = async (account: string, clock: 'happened' | 'recorded' = 'happened') =>
  (
    await server.call(recentActivities, { query: { anomalous: 'true', concerning: account, clock } })
  ).body.activities.map((one) => one.blockIndex);

test('anomalies concern the holder of the asset, its addressee, and the recorders of its events', async () => {
  expect(await concerning(maker.username)).toEqual([anomalies['MINE']]);
  expect(await concerning(retailer.username)).toEqual([anomalies['MINE']]);
  expect(await concerning(shipper.id, 'recorded')).toEqual([anomalies['MINE']]);
  expect(await concerning(stranger.username)).toEqual([]);
  expect(await concerning('nobody')).toEqual([]);
});

test('anomalies of a participant concern the account that manages it', async () => {
  expect(await concerning(owner.username)).toEqual([anomalies['MINE']]);
});

test('each clock orders them', async () => {
  const both = await server.account('shipper');
  const checks = [
    await record(server, both, 'quality_check', 'MINE'),
    await record(server, both, 'quality_check', 'OTHER'),
  ].toReversed();
  expect(await concerning(both.username, 'recorded')).toEqual([...checks, anomalies['OTHER'], anomalies['MINE']]);
  expect(await concerning(both.username, 'happened')).toEqual([...checks, anomalies['MINE'], anomalies['OTHER']]);
});

test('a flood of newer anomalies hides none', async () => {
  const flooder = await server.account('manufacturer');
  await record(server, flooder, 'manufactured', 'FLOOD');
  const timestamp = new Date(server.clock() + 80_000_000).toISOString();
  for (let sent = 0; sent < 2_100; sent += 100)
    await Promise.all(
      Array.from({ length: 100 }, () => record(server, flooder, 'quality_check', 'FLOOD', { timestamp })),
    );
  for (const clock of ['happened', 'recorded'] as const)
    expect(await concerning(retailer.username, clock)).toContain(anomalies['MINE']);
});
