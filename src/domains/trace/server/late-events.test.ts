import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { dashboardStats, listAssets, readAsset } from '../contract.ts';
import { sampleDocument, sampleEvent } from './epcis/fixtures/sample-event.ts';
import { importDocument } from './epcis/import-document.ts';
import { rebuildProjections } from './rebuild/rebuild-projections.ts';

let server: TestServer;
let maker: TestAccount;
let carrier: TestAccount;
let shop: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  carrier = await server.account('shipper');
  shop = await server.account('retailer');
});
afterAll(() => server.stop());

const differences = () => rebuildProjections(server.services.database, { repair: false });
const read = async (assetId: string) => (await server.call(readAsset, { params: { assetId } })).body;
const listed = async (assetId: string) =>
  (await server.call(listAssets, { query: { search: assetId } })).body.assets.find((one) => one.assetId === assetId);
const madeOn = async (day: string) =>
  (await server.call(dashboardStats, { query: { clock: 'happened', from: day, to: day } })).body.period?.assets;
const bring = (changes: object, as?: string) =>
  importDocument(server.services.trace, sampleDocument([sampleEvent({ ...changes })]), as === undefined ? {} : { as });

const observed = (assetId: string, eventTime: string, bizStep: string, more: object = {}) => ({
  epcList: [assetId],
  eventTime,
  bizStep,
  ...more,
});

test('an asset is created when it was manufactured, also if that is recorded after later events', async () => {
  await bring(observed('urn:x:late-made', '2026-02-20T10:00:00Z', 'shipping'), maker.username);
  expect((await listed('urn:x:late-made'))?.createdAt).toBe('2026-02-20T10:00:00.000Z');
  expect([await madeOn('2026-02-20'), await madeOn('2026-02-10')]).toEqual([1, 0]);
  expect(await differences()).toEqual([]);

  await bring(observed('urn:x:late-made', '2026-02-10T10:00:00Z', 'commissioning', { action: 'ADD' }), maker.username);
  const { asset } = await read('urn:x:late-made');
  expect(asset).toMatchObject({ createdAt: '2026-02-10T10:00:00.000Z', currentStatus: 'shipped', inShipment: true });
  expect(await listed('urn:x:late-made')).toEqual(asset);
  expect([await madeOn('2026-02-20'), await madeOn('2026-02-10')]).toEqual([0, 1]);
  expect(await differences()).toEqual([]);
});

test('the manufacture of an asset is not stated by a stranger, and ends with its correction', async () => {
  const id = 'urn:x:strange';
  await bring(observed(id, '2026-02-20T10:00:00Z', 'shipping', {}), maker.username);
  await record(server, shop, 'received', id, { timestamp: '2026-02-22' });
  await bring(observed(id, '2026-01-01T10:00:00Z', 'commissioning', { action: 'ADD' }), carrier.username);
  expect((await read(id)).asset.createdAt).toBe('2026-02-20T10:00:00.000Z');
  await bring(observed(id, '2026-02-01T10:00:00Z', 'commissioning', { action: 'ADD' }), shop.username);
  expect((await read(id)).asset.createdAt).toBe('2026-02-01T10:00:00.000Z');
  const wrong = (await read(id)).history.at(-1)?.blockIndex ?? 0;
  await record(server, shop, 'correction', id, { corrects: wrong });
  expect((await read(id)).asset.createdAt).toBe('2026-02-20T10:00:00.000Z');
  expect(await differences()).toEqual([]);
});

test('an event that is recorded late undoes neither the status nor the place of what happened after it', async () => {
  const id = 'LATE-PLACE';
  await record(server, maker, 'manufactured', id, { timestamp: '2026-02-01', location: 'Plant' });
  await record(server, maker, 'shipped', id, { timestamp: '2026-02-02', location: 'Dock' });
  await record(server, carrier, 'received', id, { timestamp: '2026-02-05', location: 'Warehouse' });
  await record(server, carrier, 'quality_check', id, { timestamp: '2026-02-10' });
  await record(server, carrier, 'quality_check', id, { timestamp: '2026-02-03', location: 'Border' });
  await record(server, carrier, 'shipped', id, { timestamp: '2026-02-04', location: 'Ferry' });
  expect((await read(id)).asset).toMatchObject({
    currentStatus: 'in transit',
    currentLocation: 'Warehouse',
    happenedAt: '2026-02-10T00:00:00.000Z',
    // Who may act on it follows the ledger: the shipment is open from the block that records it.
    inShipment: true,
  });
  // A late event is still newer than the one that stated the place.
  await record(server, carrier, 'quality_check', id, { timestamp: '2026-02-09', location: 'Inspection hall' });
  expect((await read(id)).asset).toMatchObject({ currentStatus: 'in transit', currentLocation: 'Inspection hall' });
  await record(server, shop, 'received', id, { timestamp: '2026-02-12', location: 'Shop' });
  expect(await listed(id)).toMatchObject({
    currentStatus: 'delivered',
    currentLocation: 'Shop',
    custodian: shop.username,
  });
  expect(await differences()).toEqual([]);
});

test('events of one minute follow the order of recording, and a time in the future outranks nothing', async () => {
  await record(server, maker, 'manufactured', 'MINUTE');
  const minute = new Date(Math.floor(server.clock() / 60_000) * 60_000).toISOString();
  await record(server, maker, 'quality_check', 'MINUTE', { location: 'Line 1' });
  await record(server, maker, 'shipped', 'MINUTE', { timestamp: minute, location: 'Gate' });
  expect((await read('MINUTE')).asset).toMatchObject({ currentStatus: 'shipped', currentLocation: 'Gate' });
  const tomorrow = new Date(server.clock() + 80_000_000).toISOString();
  await record(server, carrier, 'received', 'MINUTE', { timestamp: tomorrow, location: 'Truck' });
  server.clock.advance(120_000);
  await record(server, carrier, 'delivered', 'MINUTE', { location: 'Ramp' });
  expect((await read('MINUTE')).asset).toMatchObject({ currentStatus: 'delivered', currentLocation: 'Ramp' });
});

test('the past of an asset may be recorded after its manufacture was recorded without a time', async () => {
  await record(server, maker, 'manufactured', 'PAST', { location: 'Plant' });
  await record(server, maker, 'shipped', 'PAST', { timestamp: '2026-02-02', location: 'Dock' });
  expect((await read('PAST')).asset).toMatchObject({ currentStatus: 'shipped', currentLocation: 'Dock' });
});

test('a restated event counts when it happened, even if its correction states no time', async () => {
  const id = 'RESTATED';
  await record(server, maker, 'manufactured', id, { timestamp: '2026-02-01' });
  const wrong = await record(server, maker, 'quality_check', id, { timestamp: '2026-02-02', location: 'Dok' });
  await record(server, maker, 'shipped', id, { timestamp: '2026-02-03', location: 'Quay' });
  await record(server, carrier, 'received', id, { timestamp: '2026-02-05', location: 'Warehouse' });
  await record(server, maker, 'correction', id, { corrects: wrong, action: 'quality_check', location: 'Dock' });
  expect((await read(id)).asset).toMatchObject({ currentStatus: 'in transit', currentLocation: 'Warehouse' });
  expect(await differences()).toEqual([]);
});

test('upgrading a ledger computes what a replay does', async () => {
  await record(server, maker, 'manufactured', 'TWICE', { timestamp: '2026-02-01' });
  const wrong = await record(server, maker, 'shipped', 'TWICE', { timestamp: '2026-02-04', location: 'A' });
  await record(server, maker, 'quality_check', 'TWICE', { timestamp: '2026-02-06', location: 'B' });
  await record(server, maker, 'correction', 'TWICE', {
    corrects: wrong,
    action: 'shipped',
    timestamp: '2026-02-07',
    location: 'C',
  });
  expect(await differences()).toEqual([]);
  const columns = ['location_minute', 'status_minute', 'recorded_status', 'manufactured'];
  for (const table of ['asset_states', 'asset_list']) {
    // As it was before: everything in the order of recording.
    await server.database.tamper(`update ${table} set status = recorded_status`);
    await server.database.tamper(`update ${table} set location = 'Elsewhere' where location is not null`);
    await server.database.tamper(`update ${table} set created_at = now() where manufactured`);
    await server.database.tamper(`alter table ${table} ${columns.map((one) => `drop column ${one}`).join(', ')}`);
  }
  const file = new URL('../../../../database/migrations/0190_status_and_place_by_happening.sql', import.meta.url);
  await server.database.sql(`begin; ${await readFile(file, 'utf8')}; commit`);
  expect(await differences()).toEqual([]);
});
