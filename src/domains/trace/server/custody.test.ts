import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callLoosely } from '#tests/support/call.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { addEvent, listAssets, readAsset } from '../contract.ts';
import { rebuildProjections } from './rebuild/rebuild-projections.ts';

let server: TestServer;
let maker: TestAccount;
let carrier: TestAccount;
let retailer: TestAccount;
let stranger: TestAccount;
let administrator: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  carrier = await server.account('shipper');
  retailer = await server.account('retailer');
  stranger = await server.account('shipper');
  administrator = await server.account('administrator');
});
afterAll(() => server.stop());

let made = 0;
let id = '';
beforeEach(async () => {
  id = `CUSTODY-${made++}`;
  await record(server, maker, 'manufactured', id, { location: 'Plant' });
});

const read = async (query: { page?: number; limit?: number } = {}) =>
  (await server.call(readAsset, { params: { assetId: id }, query })).body;
const anomalies = async () => (await read()).history.map((event) => event.anomalies);
const now = async () => {
  const { custodian, currentStatus, currentLocation, addressee, inShipment } = (await read()).asset;
  return { custodian, currentStatus, currentLocation, addressee, inShipment };
};
const add = (by: TestAccount, action: string, meta: object = {}, user = by) =>
  callLoosely(server.app, addEvent, { body: { user: user.username, action, asset_id: id, meta } }, { as: by });
const listed = async (query: { addressee?: string; open?: string }) =>
  (await server.call(listAssets, { query: { ...query, limit: 100 } })).body.assets.map((asset) => asset.assetId);

/** Records an event by a participant without custody, and checks that it is only marked. */
async function expectNoEffect(by: TestAccount, action: string, anomaly: string): Promise<void> {
  const before = await now();
  await record(server, by, action, id, { location: 'Elsewhere' });
  expect((await anomalies()).at(-1)).toEqual([anomaly]);
  expect(await now()).toEqual(before);
}

describe('an asset that is not in shipment', () => {
  test.each(['shipped', 'received', 'delivered', 'returned', 'quality_check', 'storing'])(
    '%s by a stranger is recorded as an anomaly, and changes neither custody nor status nor location',
    async (action) => {
      await expectNoEffect(stranger, action, 'not in custody');
      expect((await read()).asset).toMatchObject({ custodian: maker.username, eventCount: 2, anomalyCount: 1 });
    },
  );

  test('a stranger with a wrong clock does not make the next event of the holder anomalous', async () => {
    await record(server, stranger, 'received', id, { timestamp: '2026-03-04T05:07:00Z' });
    await record(server, maker, 'quality_check', id);
    expect((await anomalies()).at(-1)).toEqual([]);
  });

  test('a delivered asset received by its earlier shipper stays delivered, with its receiver', async () => {
    await record(server, maker, 'shipped', id);
    await record(server, carrier, 'received', id);
    await record(server, carrier, 'shipped', id);
    await record(server, retailer, 'delivered', id);
    await expectNoEffect(carrier, 'received', 'not in custody');
    expect(await now()).toMatchObject({ custodian: retailer.username, currentStatus: 'delivered' });
  });

  test('a status that runs backward is an anomaly without effect, even by the holder', async () => {
    await record(server, maker, 'shipped', id, { to: carrier.username });
    await record(server, carrier, 'received', id);
    await record(server, carrier, 'delivered', id);
    await expectNoEffect(carrier, 'received', 'status moved back');
  });

  test('its holder may return it, ship it on and check it', async () => {
    await record(server, maker, 'shipped', id);
    await record(server, retailer, 'delivered', id);
    for (const action of ['quality_check', 'returned']) await record(server, retailer, action, id);
    expect(await now()).toMatchObject({ custodian: retailer.username, currentStatus: 'in transit', inShipment: true });
    await record(server, maker, 'received', id);
    await record(server, maker, 'shipped', id);
    expect(await now()).toMatchObject({ custodian: maker.username, currentStatus: 'shipped', inShipment: true });
    expect((await anomalies()).flat()).toEqual([]);
  });

  test('the holder confirms a stranger by shipping the asset to it', async () => {
    await expectNoEffect(stranger, 'received', 'not in custody');
    await record(server, maker, 'shipped', id, { to: stranger.username });
    await record(server, stranger, 'received', id);
    expect(await now()).toMatchObject({ custodian: stranger.username, currentStatus: 'in transit' });
    expect((await anomalies()).at(-1)).toEqual([]);
  });

  test('an administrator confirms a stranger by recording the event for it; the block names the role', async () => {
    await expectNoEffect(stranger, 'received', 'not in custody');
    const { status, body } = await add(administrator, 'received', {}, stranger);
    expect([status, (body as { block: { data: object } }).block.data]).toEqual([
      200,
      expect.objectContaining({ recordedBy: administrator.username, recordedByRole: 'administrator' }),
    ]);
    expect(await now()).toMatchObject({ custodian: stranger.username, currentStatus: 'in transit' });
    expect((await anomalies()).at(-1)).toEqual(['out of order']);
  });

  test('a manager has no authority beyond that of its participant', async () => {
    const managed = await server.account('shipper', { managedBy: carrier.id });
    expect((await add(carrier, 'received', {}, managed)).status).toBe(200);
    expect((await anomalies()).at(-1)).toEqual(['not in custody']);
  });
});

describe('a shipment without an addressee', () => {
  test.each(['received', 'delivered'])('is open to the next %s by anyone, without an anomaly', async (action) => {
    await record(server, maker, 'shipped', id);
    expect(await now()).toMatchObject({ custodian: maker.username, inShipment: true, addressee: undefined });
    await record(server, retailer, action, id);
    expect(await now()).toMatchObject({ custodian: retailer.username, currentStatus: 'delivered', inShipment: false });
    expect((await anomalies()).flat()).toEqual([]);
    await expectNoEffect(stranger, 'received', 'not in custody');
  });

  test('stays open after its sender recorded the delivery, but does not go back in transit', async () => {
    await record(server, maker, 'shipped', id);
    await record(server, maker, 'delivered', id);
    await expectNoEffect(stranger, 'received', 'status moved back');
    await record(server, retailer, 'received', id);
    expect(await now()).toMatchObject({ custodian: retailer.username, currentStatus: 'delivered', inShipment: false });
  });

  test.each(['returned', 'shipped'])('cannot be taken over by a stranger who records %s to itself', async (action) => {
    await record(server, maker, 'shipped', id);
    const before = await now();
    await record(server, stranger, action, id, { to: stranger.username, location: 'Elsewhere' });
    expect((await anomalies()).at(-1)).toEqual(['not in custody']);
    expect(await now()).toEqual(before);
    await record(server, retailer, 'received', id);
    expect((await anomalies()).at(-1)).toEqual([]);
    expect(await now()).toMatchObject({ custodian: retailer.username, currentStatus: 'delivered', inShipment: false });
  });

  test('is not touched by a stranger who only checks it', async () => {
    await record(server, maker, 'shipped', id);
    await expectNoEffect(stranger, 'quality_check', 'not in custody');
    expect(await now()).toMatchObject({ custodian: maker.username, inShipment: true });
  });
});

describe('a shipment with an addressee', () => {
  test('is protected from everyone else until the addressee takes it in', async () => {
    await record(server, maker, 'shipped', id, { to: retailer.username });
    expect(await now()).toMatchObject({ custodian: maker.username, inShipment: true, addressee: retailer.username });
    for (const action of ['received', 'delivered', 'shipped', 'returned'])
      await expectNoEffect(stranger, action, 'not in custody');
    await record(server, retailer, 'received', id);
    expect(await now()).toMatchObject({ custodian: retailer.username, inShipment: false, addressee: undefined });
    expect((await anomalies()).at(-1)).toEqual([]);
  });

  test('may be delivered by the sender before the addressee confirms it, or sent back by the addressee', async () => {
    await record(server, maker, 'shipped', id, { to: carrier.username });
    await record(server, maker, 'delivered', id);
    expect(await now()).toMatchObject({ currentStatus: 'delivered', addressee: carrier.username });
    await record(server, carrier, 'received', id);
    expect(await now()).toMatchObject({ custodian: carrier.username, currentStatus: 'in transit' });
    await record(server, carrier, 'shipped', id, { to: retailer.username });
    await record(server, retailer, 'returned', id, { to: maker.username });
    expect(await now()).toMatchObject({ custodian: retailer.username, addressee: maker.username });
    expect((await anomalies()).flat()).toEqual([]);
  });

  test('names a registered participant, in any case; otherwise 400 with the field', async () => {
    const resident = await server.account('resident');
    for (const to of ['no-such-name', resident.username, '', 7, null]) {
      const { status, problem } = await add(maker, 'shipped', { to });
      expect({ to, status, pointers: problem.errors?.map((error) => error.pointer) }).toEqual({
        to,
        status: 400,
        pointers: ['/meta/to'],
      });
    }
    await record(server, maker, 'shipped', id, { to: retailer.username.toUpperCase() });
    expect((await read()).history.at(-1)?.meta).toEqual({ to: retailer.username });
  });

  test('is listed for its addressee, and one without among the open ones', async () => {
    await record(server, maker, 'shipped', id, { to: retailer.username });
    expect(await listed({ addressee: retailer.username })).toContain(id);
    expect(await listed({ open: 'true' })).not.toContain(id);
    await record(server, retailer, 'received', id);
    expect(await listed({ addressee: retailer.username })).not.toContain(id);
    await record(server, retailer, 'returned', id);
    expect(await listed({ open: 'true' })).toContain(id);
  });
});

describe('the history', () => {
  test('has the status and the holder after each event, on every page, without the events of strangers', async () => {
    await record(server, stranger, 'received', id);
    await record(server, maker, 'shipped', id, { to: retailer.username });
    await record(server, stranger, 'delivered', id);
    await record(server, retailer, 'quality_check', id);
    await record(server, retailer, 'delivered', id);
    await record(server, stranger, 'shipped', id);
    const { history } = await read();
    expect(history.map(({ status, takenBy }) => [status, takenBy])).toEqual([
      ['manufactured', maker.username],
      ['manufactured', undefined],
      ['shipped', maker.username],
      ['shipped', undefined],
      ['shipped', undefined],
      ['delivered', retailer.username],
      ['delivered', undefined],
    ]);
    for (let page = 1; page <= history.length; page += 1)
      expect((await read({ page, limit: 1 })).history).toEqual([history[page - 1]]);
  });
});

describe('a correction', () => {
  const correct = (by: TestAccount, corrects: number, meta: object = {}, user = by) =>
    add(by, 'correction', { corrects, ...meta }, user);

  test('by an earlier holder does not take the asset from its holder', async () => {
    const shipped = await record(server, maker, 'shipped', id, { to: retailer.username });
    await record(server, retailer, 'received', id);
    const refused = await correct(maker, shipped);
    expect([refused.status, refused.problem.code]).toEqual([400, 'trace.correction_invalid']);
    expect(await now()).toMatchObject({ custodian: retailer.username, currentStatus: 'delivered' });
    expect((await correct(administrator, shipped)).status).toBe(200);
    expect(await now()).toMatchObject({ custodian: maker.username, currentStatus: 'manufactured' });
    expect((await anomalies())[2]).toEqual(['not in custody']);
  });

  test('changes the addressee until a participant has taken the asset in', async () => {
    const shipped = await record(server, maker, 'shipped', id, { to: retailer.username });
    await correct(maker, shipped, { action: 'shipped', to: carrier.username });
    expect(await now()).toMatchObject({ custodian: maker.username, addressee: carrier.username });
    await record(server, carrier, 'received', id);
    expect((await anomalies()).flat()).toEqual([]);
  });

  test('lets the holder give up an asset that it received by mistake', async () => {
    await record(server, maker, 'shipped', id);
    const received = await record(server, stranger, 'received', id);
    expect((await correct(stranger, received)).status).toBe(200);
    expect(await now()).toMatchObject({ custodian: maker.username, inShipment: true });
  });
});

describe('a ledger that is older than the protection', () => {
  test('keeps the meaning of its events, also when one of them is corrected, and protects later ones', async () => {
    const taken = await record(server, stranger, 'received', id);
    const check = await record(server, carrier, 'quality_check', id);
    await server.database.tamper(`update trace_progress set custody_from = ${check + 1}`);
    const upgraded = await startTestServer({ beside: server.database });
    try {
      await rebuildProjections(upgraded.services.database, { repair: true });
      const asset = async () => (await upgraded.call(readAsset, { params: { assetId: id } })).body;
      expect(await asset()).toMatchObject({
        asset: { custodian: carrier.username, currentStatus: 'in transit', anomalyCount: 1 },
        history: [{}, { takenBy: stranger.username, anomalies: ['out of order'] }, { takenBy: carrier.username }],
      });
      await record(upgraded, stranger, 'delivered', id);
      await record(upgraded, stranger, 'correction', id, { corrects: taken });
      expect(await asset()).toMatchObject({
        asset: { custodian: carrier.username, currentStatus: 'manufactured', anomalyCount: 1 },
      });
      expect(await rebuildProjections(upgraded.services.database, { repair: false })).toEqual([]);
    } finally {
      await upgraded.stop();
      await server.database.tamper('update trace_progress set custody_from = 0');
      await rebuildProjections(server.services.database, { repair: true });
    }
  });
});

test('the migration gives existing assets the custody that a replay of their events gives them', async () => {
  await record(server, stranger, 'received', id);
  const restated = await record(server, retailer, 'quality_check', id);
  await record(server, carrier, 'shipped', id);
  await record(server, retailer, 'correction', id, { corrects: restated, action: 'returned' });
  const retracted = await record(server, stranger, 'received', id);
  await record(server, stranger, 'correction', id, { corrects: retracted });
  const last = await record(server, carrier, 'delivered', id);
  const migration = await readFile(
    new URL('../../../../database/migrations/0023_custody.sql', import.meta.url),
    'utf8',
  );
  const statements = migration.slice(migration.indexOf('with counted'), migration.indexOf('-- What is on its way'));
  await server.database.tamper(`update trace_progress set custody_from = ${last + 1}`);
  // The earlier rules apply everywhere: also to status, marks and locations.
  await rebuildProjections(server.services.database, { repair: true });
  for (const table of ['asset_states', 'asset_list'])
    await server.database.tamper(`update ${table} set custody_index = null, in_shipment = false, addressee = null`);
  for (const statement of statements.split(';').filter((one) => one.trim() !== ''))
    await server.database.tamper(statement);
  expect(await rebuildProjections(server.services.database, { repair: false })).toEqual([]);
  await server.database.tamper('update trace_progress set custody_from = 0');
  await rebuildProjections(server.services.database, { repair: true });
});

test('the migration of open shipments keeps the effect of earlier events, as a replay does', async () => {
  await record(server, maker, 'shipped', id);
  const taken = await record(server, stranger, 'returned', id, { to: stranger.username });
  await server.database.tamper(`update trace_progress set receipts_only_from = ${taken + 1}`);
  await rebuildProjections(server.services.database, { repair: true });
  expect(await now()).toMatchObject({ custodian: stranger.username, addressee: stranger.username });
  const path = new URL('../../../../database/migrations/0027_open_shipments.sql', import.meta.url);
  const update = (await readFile(path, 'utf8')).split(';').find((one) => one.includes('update trace_progress'));
  await server.database.tamper(update ?? '');
  expect(await rebuildProjections(server.services.database, { repair: false })).toEqual([]);
  expect(await now()).toMatchObject({ custodian: stranger.username, addressee: stranger.username });
  await server.database.tamper('update trace_progress set receipts_only_from = 0');
  await rebuildProjections(server.services.database, { repair: true });
});

test('equals a replay of the chain', async () => {
  expect(await rebuildProjections(server.services.database, { repair: false })).toEqual([]);
});
