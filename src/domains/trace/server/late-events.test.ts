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
  expect(asset).toMatchObject({ createdAt: '2026-02-10T10:00:00.000Z' });
  expect(await listed('urn:x:late-made')).toEqual(asset);
  expect([await madeOn('2026-02-20'), await madeOn('2026-02-10')]).toEqual([0, 1]);
  expect(await differences()).toEqual([]);
});

test('the earliest manufacture counts, whoever imports it, until it is corrected', async () => {
  const id = 'urn:x:twice-made';
  await bring(observed(id, '2026-02-20T10:00:00Z', 'shipping', {}), maker.username);
  await record(server, shop, 'received', id, { timestamp: '2026-02-22' });
  await bring(observed(id, '2026-01-01T10:00:00Z', 'commissioning', { action: 'ADD' }), carrier.username);
  await bring(observed(id, '2026-02-01T10:00:00Z', 'commissioning', { action: 'ADD' }), shop.username);
  expect((await read(id)).asset).toMatchObject({ createdAt: '2026-01-01T10:00:00.000Z', currentStatus: 'delivered' });
  for (const [by, created] of [
    [carrier, '2026-02-01T10:00:00.000Z'],
    [shop, '2026-02-20T10:00:00.000Z'],
  ] as const) {
    const made = (await read(id)).history.find(
      ({ action, participant, correctedBy }) =>
        action === 'manufactured' && participant === by.username && correctedBy === undefined,
    );
    await record(server, by, 'correction', id, { corrects: made?.blockIndex ?? 0 });
    expect((await read(id)).asset.createdAt).toBe(created);
  }
  expect(await differences()).toEqual([]);
});

test('a restated event without a time happened when the corrected one did', async () => {
  const id = 'MISSPELLED';
  await record(server, maker, 'manufactured', id, { timestamp: '2026-02-01' });
  const wrong = await record(server, maker, 'shipped', id, { location: 'Kigalli' });
  const { timestamp } = (await read(id)).history.at(-1) ?? {};
  server.clock.advance(60_000);
  await record(server, carrier, 'received', id, { location: 'Hub' });
  server.clock.advance(60_000);
  await record(server, maker, 'correction', id, { corrects: wrong, action: 'shipped', location: 'Kigali' });
  const { asset, history } = await read(id);
  expect(history.at(-1)).toMatchObject({ action: 'correction', timestamp });
  expect(asset).toMatchObject({ anomalyCount: 0, currentLocation: 'Hub', happenedAt: history.at(-2)?.timestamp });
  const retracted = await record(server, carrier, 'correction', id, { corrects: history.at(-2)?.blockIndex ?? 0 });
  expect((await read(id)).history.at(-1)).toMatchObject({
    blockIndex: retracted,
    timestamp: new Date(Math.floor(server.clock() / 1000) * 1000).toISOString(),
  });
  expect(await differences()).toEqual([]);
});

test.each([-1, 1e15, 1e300])('a correction of block %d is refused', async (corrects) => {
  await expect(record(server, maker, 'correction', 'MISSPELLED', { corrects, action: 'shipped' })).rejects.toThrow(
    / 40[04] /,
  );
});

test('upgrading a ledger computes what a replay does', async () => {
  const id = 'urn:x:retracted';
  await bring(observed(id, '2026-02-20T10:00:00Z', 'shipping'), maker.username);
  for (const day of ['2026-02-10', '2026-02-08'])
    await bring(observed(id, `${day}T10:00:00Z`, 'commissioning', { action: 'ADD' }), maker.username);
  const wrong = (await read(id)).history.at(-1)?.blockIndex ?? 0;
  await record(server, maker, 'correction', id, { corrects: wrong });
  expect((await read(id)).asset.createdAt).toBe('2026-02-10T10:00:00.000Z');
  expect(await differences()).toEqual([]);
  for (const table of ['asset_states', 'asset_list']) {
    // As it was before: the date of the first event.
    await server.database.tamper(`update ${table} set created_at = now() where manufactured`);
    await server.database.tamper(`alter table ${table} drop column manufactured`);
  }
  const file = new URL('../../../../database/migrations/0190_created_when_manufactured.sql', import.meta.url);
  await server.database.sql(`begin; ${await readFile(file, 'utf8')}; commit`);
  expect(await differences()).toEqual([]);
});
