import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { assetFacets, listAssets } from '../contract.ts';

const shelf = [
  ['F-1', 'Kenya AA', 'Food', 'B1', ''],
  ['F-2', 'Kenya AB', 'Food', 'B1', 'shipped'],
  ['F-3', 'Kenya PB', 'Food', 'B2', 'shipped'],
  ['F-4', 'Kenya lamp', 'Luxury', 'B2', ''],
  ['F-5', 'Radio', 'Electronics', 'B3', 'shipped'],
] as const;

let server: TestServer;
let maker: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  for (const [id, name, category, batch, action] of shelf) {
    await record(server, maker, 'manufactured', id, { name, category, batch });
    if (action !== '') await record(server, maker, action, id);
  }
});
afterAll(() => server.stop());

type Query = NonNullable<Parameters<typeof server.call<typeof assetFacets>>[1]['query']>;
const facets = async (query: Query) => (await server.call(assetFacets, { query })).body;
const told = (counts: readonly { value: string; count: number; atLeast: boolean }[]) =>
  Object.fromEntries(counts.map(({ value, count, atLeast }) => [value, atLeast ? `${count}+` : count]));

describe('facets', () => {
  test('without a filter count everything', async () => {
    const { categories, statuses, batches } = await facets({});
    expect(told(categories)).toEqual({ Food: 3, Luxury: 1, Electronics: 1 });
    expect(told(statuses)).toEqual({ shipped: 3, manufactured: 2 });
    expect(batches.map((one) => one.value)).toEqual(['B1', 'B2', 'B3']);
  });

  test('count matches of all other filters, but not their own', async () => {
    const { categories, statuses, batches } = await facets({ category: 'Food', status: 'shipped' });
    expect(told(categories)).toEqual({ Food: 2, Electronics: 1 });
    expect(told(statuses)).toEqual({ shipped: 2, manufactured: 1 });
    expect(told(batches)).toEqual({ B1: 1, B2: 1 });
  });

  test('count among the results of a search', async () => {
    const { categories, statuses, batches } = await facets({ search: 'kenya', batch: 'B2' });
    expect(told(categories)).toEqual({ Food: 1, Luxury: 1 });
    expect(told(statuses)).toEqual({ shipped: 1, manufactured: 1 });
    expect(told(batches)).toEqual({ B1: 2, B2: 2 });
  });

  test('are empty if nothing is found', async () => {
    expect(await facets({ search: 'qq' })).toEqual({ categories: [], statuses: [], batches: [] });
    expect(await facets({ search: 'no such thing' })).toEqual({ categories: [], statuses: [], batches: [] });
  });
});

describe('with more assets than are read', () => {
  beforeAll(async () => {
    await server.database.sql(
      `insert into assets select 'G-' || n, 'Widget ' || n, case when n % 3 = 0 then 'IoT' else 'Pharma' end, 'M' || n % 2, n,
         '2020-01-01'::timestamptz + n * interval '1 second' from generate_series(1, 24000) n`,
    );
    await server.database.sql(
      `insert into asset_list select asset_id, 'Depot', 'delivered', 'x', created_index, created_at, created_at, created_at,
         1, 0 from assets where batch like 'M%'`,
    );
    await server.database.sql(
      `update trace_totals set assets = assets + 24000, delivered = delivered + 24000; analyze assets; analyze asset_list`,
    );
  });

  test('a count that may be larger is marked as a lower bound', async () => {
    const { categories, statuses, batches } = await facets({});
    expect(told(categories)).toEqual({ IoT: '1000+', Pharma: '1000+', Food: 3, Luxury: 1, Electronics: 1 });
    expect(told(statuses)).toEqual({ delivered: 24_000, shipped: 3, manufactured: 2 });
    expect(told(batches)).toMatchObject({ M0: '1000+', M1: '1000+' });
  });

  test('a rare combination counts at least the newest matches', async () => {
    expect(told((await facets({ category: 'Pharma' })).statuses)).toEqual({ delivered: '1000+' });
    expect(told((await facets({ status: 'shipped' })).categories)).toMatchObject({ Food: 2, Electronics: 1 });
    expect(told((await facets({ search: 'widget', batch: 'M0' })).categories)).toEqual({
      IoT: '1000+',
      Pharma: '1000+',
    });
  });

  test('a two-letter term is found at the start of any word, and within words among the newest assets', async () => {
    await record(server, maker, 'manufactured', 'ZQ-9', { name: 'aqzb' });
    const found = async (search: string) => (await server.call(listAssets, { query: { search } })).body;
    expect((await found('qz')).assets.map((asset) => asset.assetId)).toEqual(['ZQ-9']);
    await server.database.sql(`update assets set created_at = '2019-01-01' where asset_id = 'ZQ-9'`);
    expect((await found('zq')).assets.map((asset) => asset.assetId)).toEqual(['ZQ-9']);
    const within = await found('qz');
    expect(within.assets).toEqual([]);
    expect(within.pagination.totalIsEstimate).toBe(true);
  });
});
