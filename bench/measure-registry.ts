import { sql } from 'kysely';
import type { CityFeature } from '#domains/registry/contract.ts';
import { TILE_BYTES_MAX } from '#domains/registry/contract.ts';
import { drawCity } from '#domains/registry/server/city/draw-city.ts';
import { surveyCity } from '#domains/registry/server/city/survey-city.ts';
import { replaceCityFeatures } from '#domains/registry/server/map/city-features.ts';
import { openMap } from '#domains/registry/server/map/open-map.ts';
import { boundsOfTile, type TileAddress } from '#domains/registry/server/map/tile-grid.ts';
import { listProperties } from '#domains/registry/server/parcels/list-properties.ts';
import { wordsOf } from '#domains/registry/server/parcels/search-words.ts';
import { runWrite } from '#platform/server/database/one-statement.ts';
import { p95 } from './p95.ts';
import type { Row } from './report.ts';
import type { Workspace } from './workspace.ts';

const FILL_STEP = 2000;
const ZOOMS = [10, 11, 12, 13, 14, 15, 16];
const list = { sortBy: 'address', sortOrder: 'asc', page: 1, limit: 25 } as const;
const searches: Readonly<Record<string, Parameters<typeof listProperties>[1]>> = {
  'no term': list,
  'a street': { ...list, search: 'linden' },
  'a street, by tax owed': { ...list, search: 'linden', sortBy: 'taxOwed', sortOrder: 'desc' },
  'an address': { ...list, search: '582 main street' },
  'a parcel id': { ...list, search: 'HB-0412-007' },
  'an absent word': { ...list, search: 'qzxw' },
  'a neighborhood and a use': { ...list, neighborhood: 'Garden Hill', propertyType: 'residential' },
  'tax owed, the fortieth page': { ...list, owed: 'yes', sortBy: 'taxOwed', sortOrder: 'desc', page: 40 },
};

/** Returns the 95th percentile for a page of properties with its total, for the slowest kind of search. */
export async function measurePropertySearch({ services }: Workspace, parcels: number): Promise<Row> {
  const times: { kind: string; p95: number }[] = [];
  for (const [kind, query] of Object.entries(searches))
    times.push({ kind, p95: await p95(() => listProperties(services.database, query)) });
  const slowest = times.reduce((one, other) => (other.p95 > one.p95 ? other : one));
  return row(`property search, p95, ${parcels.toLocaleString('en-US')} parcels`, slowest.p95, slowest.kind);
}

/** Returns the 95th percentile for a tile that no cache has, at the slowest zoom. Throws if one exceeds its size. */
export async function measureTiles({ services }: Workspace, parcels: number): Promise<Row> {
  const { bounds } = await openMap(services.database).readOverview();
  if (bounds === null) throw new Error('No parcel has a geometry');
  const times: { zoom: number; p95: number; bytes: number }[] = [];
  for (const zoom of ZOOMS) {
    const tiles = tilesOver(bounds, zoom);
    let bytes = 0;
    let next = 0;
    const time = await p95(async () => {
      const tile = tiles[(next * 7919) % tiles.length] ?? { zoom, x: 0, y: 0 };
      next += 1;
      bytes = Math.max(bytes, (await openMap(services.database).readTile(tile)).bytes.length);
    });
    if (bytes > TILE_BYTES_MAX) throw new Error(`A tile of zoom ${zoom} has ${bytes} bytes`);
    process.stderr.write(`    zoom ${zoom}: ${time.toFixed(1)} ms, at most ${bytes} bytes\n`);
    times.push({ zoom, p95: time, bytes });
  }
  const slowest = times.reduce((one, other) => (other.p95 > one.p95 ? other : one));
  const largest = Math.max(...times.map(({ bytes }) => bytes));
  const detail = `zoom ${slowest.zoom}; largest tile ${Math.round(largest / 1000)} kB`;
  return row(`map tile, p95, ${parcels.toLocaleString('en-US')} parcels`, slowest.p95, detail);
}

const row = (what: string, milliseconds: number, detail: string): Row => ({
  what,
  measured: `${milliseconds.toFixed(1)} ms (${detail})`,
  against: '50 ms',
  ratio: milliseconds / 50,
  bar: 1,
  lowerIsBetter: true,
});

/** Stores the sample city without its blocks, because only reading is measured on it. */
export async function fillCity({ services }: Workspace, parcels: number): Promise<void> {
  let batch: object[] = [];
  let done = 0;
  for (const { geometry, building: _, name: __, ...facts } of surveyCity({ parcels })) {
    batch.push({
      ...facts,
      geometry,
      words: wordsOf(facts).join(' '),
      owed: done % 3 === 0 ? (done * 7919) % 2_000_000 : 0,
    });
    done += 1;
    if (batch.length < FILL_STEP && done < parcels) continue;
    await store(services.database, batch);
    batch = [];
    process.stderr.write(
      `\r  filling in parcels: ${done.toLocaleString('en-US')} of ${parcels.toLocaleString('en-US')} `,
    );
  }
  process.stderr.write('\n');
  for (const one of replaceCityFeatures(drawCity({ parcels }) as readonly CityFeature[]))
    await runWrite(services.database, one);
}

async function store(db: Workspace['services']['database'], batch: readonly object[]): Promise<void> {
  // Parcel and right in one statement: the shares have to add up when the transaction ends.
  await sql`
    with given as (
      select *, array(select (position ->> 0)::float8 * 1e7 from jsonb_path_query(geometry, '$.coordinates[0][*]') as position) as xs,
        array(select (position ->> 1)::float8 * 1e7 from jsonb_path_query(geometry, '$.coordinates[0][*]') as position) as ys
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as parcel ("propertyId" text, address text, neighborhood text,
        "propertyType" text, "squareFootage" int, "lotSquareFeet" int, "yearBuilt" int, geometry jsonb, words text, owed bigint)
    ), stored as (
      insert into parcels (property_id, address, neighborhood, property_type, square_footage, lot_square_feet, year_built, words,
        status, shares, city_owned, assessed_cents, assessed_year, owed_cents, registered_index, title_index,
        geometry, geometry_sha256, west, south, east, north)
      select "propertyId", address, neighborhood, "propertyType", "squareFootage", "lotSquareFeet", "yearBuilt",
        array_to_tsvector(string_to_array(words, ' ')), 'active', 1, true, 0, null, owed, 0, 0,
        geometry, sha256("propertyId"::bytea), (select min(x) from unnest(xs) as x)::int, (select min(y) from unnest(ys) as y)::int,
        (select max(x) from unnest(xs) as x)::int, (select max(y) from unnest(ys) as y)::int
      from given returning property_id
    )
    insert into parcel_rights (property_id, holder, shares, acquired_at, acquired_index)
    select property_id, 'city', 1, now(), 0 from stored
  `.execute(db);
}

function tilesOver(city: { west: number; south: number; east: number; north: number }, zoom: number): TileAddress[] {
  let tiles: TileAddress[] = [{ zoom: 0, x: 0, y: 0 }];
  for (let at = 1; at <= zoom; at += 1)
    tiles = tiles
      .flatMap(({ x, y }) =>
        [0, 1].flatMap((right) => [0, 1].map((down) => ({ zoom: at, x: 2 * x + right, y: 2 * y + down }))),
      )
      .filter((tile) => {
        const { west, south, east, north } = boundsOfTile(tile);
        return west < city.east && east > city.west && south < city.north && north > city.south;
      });
  return tiles;
}
