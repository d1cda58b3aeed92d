import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { assetFacets, listAssets } from '../contract.ts';
import { PARTICIPANT_REACH } from './resolve-participant.ts';

let server: TestServer;
let maker: TestAccount;
let carrier: TestAccount;
let shop: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  carrier = await server.account('shipper');
  shop = await server.account('retailer');
  for (const [id, category] of [
    ['KEPT', 'Food'],
    ['SENT', 'Food'],
    ['TAKEN', 'IoT'],
    ['SOLD', 'IoT'],
  ] as const)
    await record(server, maker, 'manufactured', id, { category });
  await record(server, maker, 'shipped', 'SENT', { to: carrier.username });
  for (const id of ['TAKEN', 'SOLD']) {
    await record(server, maker, 'shipped', id, { to: carrier.username });
    await record(server, carrier, 'received', id);
  }
  await record(server, carrier, 'shipped', 'SOLD', { to: shop.username });
  await record(server, shop, 'received', 'SOLD');
});
afterAll(() => server.stop());

type Query = NonNullable<Parameters<typeof server.call<typeof listAssets>>[1]['query']>;
const list = async (query: Query) => {
  const { assets, pagination } = (await server.call(listAssets, { query: { ...query, limit: 100 } })).body;
  return { ids: assets.map((asset) => asset.assetId).toSorted(), pagination };
};
const ids = async (query: Query) => (await list(query)).ids;

describe('assets of a participant', () => {
  test('are those that it holds: a shipment stays with the sender until someone takes it in', async () => {
    expect(await ids({ custodian: maker.username })).toEqual(['KEPT', 'SENT']);
    expect(await ids({ custodian: carrier.username })).toEqual(['TAKEN']);
    expect(await ids({ custodian: shop.username })).toEqual(['SOLD']);
    expect(await ids({ custodian: 'nobody-at-all' })).toEqual([]);
  });

  test('are those on their way to it', async () => {
    expect(await ids({ addressee: carrier.username })).toEqual(['SENT']);
    expect(await ids({ addressee: shop.username })).toEqual([]);
  });

  test('are those for which it recorded an event, even if another participant holds them now', async () => {
    expect(await ids({ participant: maker.username })).toEqual(['KEPT', 'SENT', 'SOLD', 'TAKEN']);
    expect(await ids({ participant: carrier.username })).toEqual(['SOLD', 'TAKEN']);
    expect(await ids({ participant: shop.username })).toEqual(['SOLD']);
    expect(await ids({ participant: 'nobody-at-all' })).toEqual([]);
  });

  test('combine with every other filter, and with a search', async () => {
    expect(await ids({ participant: maker.username, custodian: carrier.username })).toEqual(['TAKEN']);
    expect(await ids({ participant: maker.username, category: 'IoT', search: 'sol' })).toEqual(['SOLD']);
    expect(await ids({ custodian: maker.username, status: 'shipped' })).toEqual(['SENT']);
  });

  test('have facets that count only them', async () => {
    const { categories, statuses } = (
      await server.call(assetFacets, { query: { participant: carrier.username, category: 'IoT' } })
    ).body;
    expect(categories).toEqual([{ value: 'IoT', count: 2, atLeast: false }]);
    expect(statuses.map(({ value, count }) => [value, count]).toSorted()).toEqual([
      ['delivered', 1],
      ['in transit', 1],
    ]);
    const held = (await server.call(assetFacets, { query: { custodian: maker.username } })).body;
    expect(held.categories).toEqual([{ value: 'Food', count: 2, atLeast: false }]);
  });

  test('are counted as an estimate if the participant has more events than are read', async () => {
    expect((await list({ participant: maker.username })).pagination).toMatchObject({
      total: 4,
      totalIsEstimate: false,
    });
    // Copies of a block represent a long history. Only their number matters here.
    await server.database.sql(
      `insert into blocks (index, timestamp, hash, prev_hash, data, action, asset_id, participant)
       select 1000 + n, timestamp, hash, prev_hash, data, action, asset_id, participant
       from blocks cross join generate_series(1, ${PARTICIPANT_REACH}) as n where action = 'shipped' and participant = '${carrier.username}'`,
    );
    expect(await list({ participant: carrier.username })).toMatchObject({
      ids: ['SOLD'],
      pagination: { total: 1, totalIsEstimate: true },
    });
  });
});
