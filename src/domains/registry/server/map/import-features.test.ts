import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { exportCityFeatures, importCityFeatures, readMap } from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { findDifferences, tamper } from '../rebuild/tampered.fixture.ts';
import { registerParcel } from '../register.fixture.ts';

let server: TestServer;
let clerk: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.account('government');
  const ring = [
    [-83.1, 42.3],
    [-83.099, 42.3],
    [-83.099, 42.301],
    [-83.1, 42.3],
  ] as [number, number][];
  await registerParcel(server, { geometry: { type: 'Polygon', coordinates: [ring] } });
});
afterAll(() => server.stop());

const street = (name: unknown, west = -83.1) => ({
  type: 'Feature',
  properties: { kind: 'street', name, lanes: 2 },
  geometry: {
    type: 'LineString',
    coordinates: [
      [west, 42.3],
      [west + 0.001, 42.3005],
    ],
  },
});
const park = {
  type: 'Feature',
  properties: { kind: 'green' },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [-83.1, 42.3],
        [-83.09, 42.3],
        [-83.09, 42.31],
        [-83.1, 42.3],
      ],
    ],
  },
};
const send = async (features: object[], headers = {}) =>
  server.call(
    importCityFeatures,
    { body: { type: 'FeatureCollection', features: features as never }, ...headers },
    { as: clerk },
  );
const namesOnMap = async () =>
  (await server.call(exportCityFeatures, {})).body.features.map(({ properties }) => properties.name);
const length = async () => (await server.database.sql<{ length: number }>('select length from ledger_head'))[0]?.length;

beforeEach(() => send([street('Quay Street'), park]));

test('a map is replaced as a whole, with one block that has its hash and no shape', async () => {
  const before = (await server.call(readMap, {})).body.version;
  const { body } = await send([street('Mill Street'), street('Tower Street')]);
  expect(body).toMatchObject({ imported: 2, rejected: [], outcome: 'replaced' });
  expect(await namesOnMap()).toEqual(['Mill Street', 'Tower Street']);
  expect((await server.call(readMap, {})).body.version).not.toBe(before);
  const [block] = await server.database.sql<{ data: object }>(
    `select data::json as data from blocks where index = ${body.blockIndex}`,
  );
  expect(block?.data).toEqual({
    action: 'registry.map_set',
    user: clerk.username,
    features: 2,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await findDifferences(server)).toEqual([]);
});

test('reports each invalid feature with its reason, and imports the others', async () => {
  const { body } = await send([
    street('Mill Street'),
    street(''),
    { ...street('Far Street', 10) },
    { ...park, geometry: { type: 'Point', coordinates: [-83.1, 42.3] } },
    { ...park, properties: { kind: 'castle' } },
    { ...park, type: 'Shape' },
    street('Hid\u200bden Street'),
  ]);
  expect(body.imported).toBe(1);
  expect(body.rejected.map(({ feature }) => feature)).toEqual([2, 3, 4, 5, 6, 7]);
  for (const { problem } of body.rejected) expect(problem).toMatch(/[a-z]{4}/);
  expect(body.rejected[1]?.problem).toContain('within 50 km');
  expect(body.rejected[3]?.problem).toContain('kind must be');
  expect(await namesOnMap()).toEqual(['Mill Street']);
});

test('a map without a valid feature changes nothing', async () => {
  const before = await length();
  expect((await send([street('')])).body).toMatchObject({ imported: 0, outcome: 'rejected', blockIndex: null });
  expect(await namesOnMap()).toEqual(['Quay Street', null]);
  expect(await length()).toBe(before);
});

test('importing the same map or an exported one adds no block', async () => {
  const before = await length();
  expect((await send([street('Quay Street'), park])).body.outcome).toBe('unchanged');
  const { body } = await server.call(exportCityFeatures, {});
  expect((await send(body.features)).body.outcome).toBe('unchanged');
  expect(await length()).toBe(before);
});

test('refuses a map with too many points as a whole', async () => {
  const points = Array.from({ length: 1001 }, (_, n) => [-83.1 + n / 1e4, 42.3]);
  const long = (n: number) => ({ ...street(`Street ${n}`), geometry: { type: 'LineString', coordinates: points } });
  const answer = await send(Array.from({ length: 15 }, (_, n) => long(n)));
  expect(answer.problem).toMatchObject({ status: 400, errors: [{ pointer: '/features' }] });
  expect(await namesOnMap()).toEqual(['Quay Street', null]);
});

test('a rebuild finds a map that was altered in its table, and importing it again repairs it', async () => {
  const restore = await tamper(
    server,
    'city_features',
    `update city_features set name = 'Other Street' where name = 'Quay Street'`,
  );
  expect(await findDifferences(server)).toEqual([
    expect.stringMatching(/^city_features: the map differs from block \d+/),
  ]);
  expect((await send([street('Quay Street'), park])).body.outcome).toBe('replaced');
  expect(await findDifferences(server)).toEqual([]);
  await server.database.sql('drop table before_city_features');
  void restore;
});
