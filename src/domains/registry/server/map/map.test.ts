import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CityFeature, importRoll, readMap, TILE_BYTES_MAX } from '#domains/registry/contract.ts';
import { runWrite } from '#platform/server/database/one-statement.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import type { CityParcel } from '../city/city-parcel.ts';
import { drawCity } from '../city/draw-city.ts';
import { surveyCity } from '../city/survey-city.ts';
import { replaceCityFeatures } from './city-features.ts';
import { boundsOfTile, CELL_ZOOM, HOME_ZOOM, TILE_MARGIN, type TileAddress, tileOfCode } from './tile-grid.ts';

const city = [...surveyCity()];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await register(city);
  for (const one of replaceCityFeatures(drawCity() as readonly CityFeature[]))
    await runWrite(server.services.database, one);
});
afterAll(() => server.stop());

async function register(parcels: readonly CityParcel[]): Promise<void> {
  const body = {
    parcels: parcels.map(({ building: _, name: __, cityOwned: ___, ...facts }) => facts as never),
  };
  const clerk = await server.account('government');
  const { body: answer } = await server.call(importRoll, { body }, { as: clerk });
  expect(answer.results.filter(({ outcome }) => outcome !== 'registered')).toEqual([]);
}

const overview = async () => (await server.call(readMap, {})).body;

async function fetchTile({ zoom, x, y }: TileAddress, query = '') {
  const answer = await server.app.inject({ url: `/api/detroit/map/${zoom}/${x}/${y}${query}` });
  expect(answer.statusCode).toBe(200);
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(answer.rawPayload)));
  const propertiesOf = (name: string) =>
    Array.from({ length: layers[name]?.length ?? 0 }, (_, n) => layers[name]!.feature(n).properties);
  return { answer, propertiesOf };
}

/** Returns every tile of a zoom that the city touches. */
async function tilesOfCity(zoom: number): Promise<TileAddress[]> {
  const { bounds } = await overview();
  if (bounds === null) throw new Error('The map has no bounds');
  const inCity = (tile: TileAddress) => {
    const { west, south, east, north } = boundsOfTile(tile, TILE_MARGIN);
    return west <= bounds.east && east >= bounds.west && south <= bounds.north && north >= bounds.south;
  };
  let tiles: TileAddress[] = [{ zoom: 0, x: 0, y: 0 }];
  for (let at = 0; at < zoom; at += 1)
    tiles = tiles
      .flatMap(({ x, y }) =>
        [0, 1].flatMap((dx) => [0, 1].map((dy) => ({ zoom: at + 1, x: 2 * x + dx, y: 2 * y + dy }))),
      )
      .filter(inCity);
  return tiles;
}

describe('the map of the registry', () => {
  test('covers all parcels and names the neighborhoods', async () => {
    const { bounds, parcels, neighborhoods } = await overview();
    const longitudes = city.flatMap(({ geometry }) => geometry.coordinates.flat().map(([longitude]) => longitude));
    expect(parcels).toBe(150);
    expect(bounds?.west).toBeCloseTo(Math.min(...longitudes), 6);
    expect(bounds?.east).toBeCloseTo(Math.max(...longitudes), 6);
    expect(neighborhoods.map(({ name }) => name).toSorted()).toEqual(
      [...new Set(city.map(({ neighborhood }) => neighborhood))].toSorted(),
    );
  });

  test.each([14, 15, 16])('has each parcel, with its facts, in the tiles of zoom %i that it touches', async (zoom) => {
    const seen = new Map<string, Record<string, unknown>>();
    for (const tile of await tilesOfCity(zoom)) {
      const { propertiesOf } = await fetchTile(tile);
      for (const { id, ...facts } of propertiesOf('parcels')) seen.set(String(id), facts);
    }
    expect(seen.size).toBe(150);
    for (const { propertyId, propertyType, neighborhood } of city)
      expect(seen.get(propertyId)).toEqual({ use: propertyType, status: 'active', owed: 0, neighborhood });
  });

  test.each([0, 9, 13])('has every parcel in exactly one square at zoom %i', async (zoom) => {
    const squares = await Promise.all(
      (await tilesOfCity(zoom)).map(async (tile) => (await fetchTile(tile)).propertiesOf('cells')),
    );
    expect(squares.flat().reduce((sum, { parcels }) => sum + Number(parcels), 0)).toBe(150);
  });

  test('stores a parcel in exactly the cells whose tiles, with their margin, it touches', async () => {
    const rows = await server.database.sql<{ id: string; cell: number; home: number; bounds: number[] }>(
      `select property_id as id, cell::float8 as cell, map_home::float8 as home, array[west, south, east, north] as bounds
       from parcels join parcel_cells using (property_id)`,
    );
    const cellsOf = Map.groupBy(rows, ({ id }) => id);
    expect(cellsOf.size).toBe(150);
    for (const [, its] of cellsOf) {
      const [west = 0, south = 0, east = 0, north = 0] = (its[0]?.bounds ?? []).map((units) => units / 1e7);
      const stored = new Set(its.map(({ cell }) => toText(tileOfCode(cell, CELL_ZOOM))));
      for (const tile of its.flatMap(({ cell }) => around(tileOfCode(cell, CELL_ZOOM)))) {
        const edges = boundsOfTile(tile, TILE_MARGIN);
        const reached = west <= edges.east && east >= edges.west && south <= edges.north && north >= edges.south;
        expect(stored.has(toText(tile))).toBe(reached);
      }
      const home = boundsOfTile(tileOfCode(its[0]?.home ?? 0, HOME_ZOOM));
      expect((west + east) / 2).toBeGreaterThanOrEqual(home.west);
      expect((west + east) / 2).toBeLessThan(home.east);
      expect((south + north) / 2).toBeGreaterThan(home.south);
      expect((south + north) / 2).toBeLessThanOrEqual(home.north);
    }
  });

  test('draws river, bridge and streets, and nothing far from the city', async () => {
    const kinds = new Set<unknown>();
    for (const tile of await tilesOfCity(16))
      for (const { kind } of (await fetchTile(tile)).propertiesOf('context')) kinds.add(kind);
    expect(kinds).toEqual(new Set(['water', 'green', 'street', 'bridge']));
    const { answer } = await fetchTile({ zoom: 16, x: 0, y: 0 });
    expect(answer.rawPayload).toHaveLength(0);
  });

  test('is cached permanently only under its own version', async () => {
    const [tile] = await tilesOfCity(14);
    const { version } = await overview();
    const cacheOf = async (query: string) => (await fetchTile(tile!, query)).answer.headers['cache-control'];
    expect(await cacheOf(`?version=${version}`)).toContain('immutable');
    expect(await cacheOf('')).toBe('no-store');
    expect(await cacheOf('?version=0-0')).toBe('no-store');
  });

  test('has another version, and the new facts, after an act of the registry', async () => {
    const [tile] = await tilesOfCity(14);
    const before = await overview();
    const clerk = await server.account('government');
    const { building: _, name: __, cityOwned: ___, ...facts } = city[0]!;
    await server.call(importRoll, { body: { parcels: [{ ...facts, propertyType: 'park' } as never] } }, { as: clerk });
    expect((await overview()).version).not.toBe(before.version);
    const { propertiesOf } = await fetchTile(tile!);
    expect(propertiesOf('parcels').find(({ id }) => id === facts.propertyId)?.['use']).toBe('park');
  });

  test('shows squares where parcels would exceed the size of a tile', async () => {
    const [tile] = await tilesOfCity(14);
    const { west, south } = boundsOfTile({ zoom: 16, x: tile!.x * 4 + 3, y: tile!.y * 4 + 3 });
    const fine = (n: number) => {
      const step = (Math.PI * 2) / 1999;
      const ring = Array.from({ length: 1999 }, (_, k) => [
        west + 0.001 + 0.0005 * Math.cos(k * step) * (1 + (k % 2) * 0.3),
        south + 0.001 + 0.0005 * Math.sin(k * step) + n * 1e-6,
      ]);
      return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
    };
    const parcels = Array.from({ length: 80 }, (_, n) => ({
      ...city[0]!,
      propertyId: `FINE-${n}`,
      geometry: fine(n) as never,
    }));
    // As many parcels as fit into one request.
    for (let n = 0; n < parcels.length; n += 2) await register(parcels.slice(n, n + 2));
    const { answer, propertiesOf } = await fetchTile(tile!);
    expect(answer.rawPayload.length).toBeLessThanOrEqual(TILE_BYTES_MAX);
    expect(propertiesOf('parcels')).toEqual([]);
    expect(propertiesOf('cells').length).toBeGreaterThan(0);
  });
});

const toText = ({ x, y }: TileAddress) => `${x}/${y}`;

const around = ({ zoom, x, y }: TileAddress): TileAddress[] =>
  [-1, 0, 1].flatMap((east) => [-1, 0, 1].map((down) => ({ zoom, x: x + east, y: y + down })));
