import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { listAssets, readAsset } from '../contract.ts';

/** Id, name, category, batch, location and next action of known assets, so that expected results are obvious. */
const shelf = [
  ['LIST-01', 'Zebra Lamp', 'Electronics', 'B1', 'Ålesund', ''],
  ['LIST-02', 'apple juice', 'Food', 'B1', 'Oslo', 'shipped'],
  ['LIST-03', 'Kaffe Ærø', 'Food', 'B2', 'København', 'received'],
  ['LIST-04', '100% Wool', 'Luxury', 'B_2', 'Bergen', 'shipped'],
  ['LIST-05', 'back\\slash', 'IoT', 'B%2', 'Oslo', ''],
  ['LIST-06', 'under_score', 'IoT', 'B3', 'Zürich', 'delivered'],
  ['LIST-07', 'ΟΔΟΣ', 'Pharma', 'B3', 'İzmir', ''],
  ['https://id.gs1.org/01/09506000134352', 'Digital Link', 'Pharma', 'B4', '東京', ''],
] as const;
const ids = shelf.map(([id]) => id);

let server: TestServer;
let maker: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  for (const [id, name, category, batch, location] of shelf) {
    await record(server, maker, 'manufactured', id, { name, category, batch, location });
    server.clock.advance(1000);
  }
  for (const [id, , , , , action] of shelf.toReversed()) {
    if (action !== '') await record(server, maker, action, id);
    server.clock.advance(1000);
  }
});
afterAll(() => server.stop());

type Query = NonNullable<Parameters<typeof server.call<typeof listAssets>>[1]['query']>;
const list = async (query: Query) => (await server.call(listAssets, { query })).body;
const find = async (query: Query) => (await list({ limit: 100, ...query })).assets.map((asset) => asset.assetId);
const found = async (search: string) => (await find({ search })).toSorted();

describe('the list of assets', () => {
  test('is newest first, ten a page, with the fields of the specification', async () => {
    const { assets, pagination, total_count } = await list({});
    expect(assets.map((asset) => asset.assetId)).toEqual(ids.toReversed());
    expect(assets.at(-1)).toEqual({
      id: 'LIST-01',
      assetId: 'LIST-01',
      name: 'Zebra Lamp',
      currentStatus: 'manufactured',
      category: 'Electronics',
      currentLocation: 'Ålesund',
      batch: 'B1',
      createdAt: expect.stringMatching(/^2026-03-04T05:06:0\d\.000Z$/),
      recordedAt: expect.stringMatching(/^2026-03-04T05:06:0\d\.000Z$/),
      updatedAt: expect.any(String),
      happenedAt: expect.any(String),
      eventCount: 1,
      custodian: maker.username,
      anomalyCount: 0,
      inShipment: false,
    });
    expect(total_count).toBe(8);
    expect(pagination).toEqual({
      total: 8,
      totalIsEstimate: false,
      page: 1,
      limit: 10,
      totalPages: 1,
      hasPrev: false,
      hasNext: false,
    });
  });

  test('pages without overlap or gap, with the position', async () => {
    const pages = [await list({ limit: 3 }), await list({ limit: 3, page: 2 }), await list({ limit: 3, page: 3 })];
    expect(pages.flatMap((page) => page.assets.map((asset) => asset.assetId))).toEqual(ids.toReversed());
    expect(pages.map(({ pagination: { totalPages, hasPrev, hasNext } }) => ({ totalPages, hasPrev, hasNext }))).toEqual(
      [
        { totalPages: 3, hasPrev: false, hasNext: true },
        { totalPages: 3, hasPrev: true, hasNext: true },
        { totalPages: 3, hasPrev: true, hasNext: false },
      ],
    );
    expect((await list({ page: 99 })).assets).toEqual([]);
  });

  test.each([
    ['createdAt', ids],
    ['updatedAt', ['LIST-01']],
  ] as const)('sorts by %s both ways', async (sortBy, firsts) => {
    const up = await find({ sortBy, sortOrder: 'asc' });
    expect(up[0]).toBe(firsts[0]);
    expect(await find({ sortBy, sortOrder: 'desc' })).toEqual(up.toReversed());
  });

  test('sorts by name and by status, with a stable order for ties', async () => {
    const { assets } = await list({ sortBy: 'name', sortOrder: 'asc', limit: 100 });
    const names = assets.map((asset) => asset.name);
    expect(names).toEqual(names.toSorted());
    const statuses = (await list({ sortBy: 'currentStatus', sortOrder: 'asc', limit: 100 })).assets;
    expect(statuses.map((asset) => asset.currentStatus)).toEqual(
      statuses.map((asset) => asset.currentStatus).toSorted(),
    );
    expect(await find({ sortBy: 'currentStatus', sortOrder: 'desc' })).toEqual(
      statuses.map((asset) => asset.assetId).toReversed(),
    );
  });

  test('filters by category, status and batch, alone and together, exactly', async () => {
    expect(await find({ category: 'Food' })).toEqual(['LIST-03', 'LIST-02']);
    expect(await find({ category: 'food' })).toEqual([]);
    expect(await find({ status: 'shipped' })).toEqual(['LIST-04', 'LIST-02']);
    expect(await find({ batch: 'B_2' })).toEqual(['LIST-04']);
    expect(await find({ batch: 'B%2' })).toEqual(['LIST-05']);
    expect(await find({ category: 'Food', status: 'delivered', batch: 'B2' })).toEqual(['LIST-03']);
    expect(await find({ category: 'Food', search: 'oslo' })).toEqual(['LIST-02']);
    expect((await list({ status: 'shipped' })).pagination).toMatchObject({ total: 2, totalIsEstimate: false });
  });
});

describe('the search', () => {
  test.each([
    ['any part of an id', 'ist-0', ids.slice(0, 7)],
    ['any part of a name, ignoring case', 'ZEBRA', ['LIST-01']],
    ['any part of a location, ignoring case', 'oSLO', ['LIST-02', 'LIST-05']],
    ['unicode, ignoring case', 'ærø', ['LIST-03']],
    ['unicode in capitals', 'ÅLESUND', ['LIST-01']],
    ['letters of other alphabets', '東京', [ids[7]]],
    ['Greek capitals', 'ΟΔΟΣ', ['LIST-07']],
    ['Greek in small letters', 'οδο', ['LIST-07']],
    ['a dotted capital I', 'İzmir', ['LIST-07']],
    ['a percent sign as itself', '0% w', ['LIST-04']],
    ['an underscore as itself', 'r_s', ['LIST-06']],
    ['a backslash as itself', 'k\\s', ['LIST-05']],
    ['one percent sign', '%', ['LIST-04']],
    ['one underscore', '_', ['LIST-06']],
    ['one backslash', '\\', ['LIST-05']],
    ['one letter', 'ø', ['LIST-03']],
    ['one letter of many', 'z', ['LIST-01', 'LIST-06', 'LIST-07']],
    ['two letters', 'ær', ['LIST-03']],
    ['a slash', 'org/01', [ids[7]]],
    ['surrounding spaces are ignored', '  zebra  ', ['LIST-01']],
  ] as const)('finds %s: %s', async (_, term, expected) => {
    expect(await found(term)).toEqual([...expected].toSorted());
  });

  test.each(['absent', 'q', 'qq', '%%', '__', '💥', 'LIST-1', "'", '%oslo%', 'lampÅlesund', 'lamp ålesund', '01zebra'])(
    'finds nothing without a match, nor across two fields: %s',
    async (term) => {
      const { assets, pagination } = await list({ search: term });
      expect([assets, pagination.total]).toEqual([[], 0]);
    },
  );

  test('finds an asset at its current location only', async () => {
    await record(server, maker, 'manufactured', 'MOVED-1', { name: 'Mover', location: 'Qaanaaq' });
    expect(await found('qaanaaq')).toEqual(['MOVED-1']);
    expect(await found('q')).toEqual(['MOVED-1']);
    await record(server, maker, 'shipped', 'MOVED-1', { location: 'Xi’an' });
    expect(await found('qaanaaq')).toEqual([]);
    expect(await found('xi’')).toEqual(['MOVED-1']);
  });

  test('counts exactly up to a thousand hits and marks larger totals as estimates; paging works either way', async () => {
    await Promise.all(
      Array.from({ length: 1100 }, (_, i) =>
        record(server, maker, 'manufactured', `BULK-${String(i).padStart(4, '0')}`, {
          name: i < 900 ? 'Common thing' : 'Rarer',
        }),
      ),
    );
    await server.database.sql('analyze');
    const exact = await list({ search: 'common', limit: 100, page: 9, sortBy: 'name' });
    expect([exact.assets.length, exact.pagination]).toMatchObject([
      100,
      { total: 900, totalIsEstimate: false, hasNext: false },
    ]);
    const estimated = await list({ search: 'bulk', limit: 100, page: 11 });
    expect(estimated.assets).toHaveLength(100);
    expect(estimated.pagination).toMatchObject({ totalIsEstimate: true });
    expect(estimated.pagination.total).toBeGreaterThan(1000);
    const seen = new Set<string>();
    for (let page = 1; page <= 11; page++)
      for (const { assetId } of (await list({ search: 'bulk', limit: 100, page, sortBy: 'updatedAt' })).assets)
        seen.add(assetId);
    expect(seen.size).toBe(1100);
  });

  test('400 beyond 20,000 assets, with the last allowed page', async () => {
    const { status, problem } = await server.call(listAssets, { query: { page: 202, limit: 100 } });
    expect([status, problem.errors]).toEqual([
      400,
      [{ in: 'query', pointer: '/page', message: 'page must be at most 201' }],
    ]);
  });
});

test('reads an asset whose id is a Digital Link', async () => {
  const { status, body } = await server.call(readAsset, { params: { assetId: shelf[7][0] } });
  expect([status, body.asset.name]).toEqual([200, 'Digital Link']);
});
