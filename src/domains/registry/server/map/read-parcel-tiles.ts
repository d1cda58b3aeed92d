import { sql } from 'kysely';
import { owedStepOf, type PropertyStatus, type PropertyType } from '#domains/registry/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { TileFeature } from './encode-tile.ts';
import { boundsOfTile, CELL_ZOOM, codesWithin, HOME_ZOOM, type TileAddress, tileOfCode } from './tile-grid.ts';

/** The maximum number of parcels of a tile, and bytes of their geometries, that encode within 50 ms and 200 kB. */
const PARCELS_MAX = 3000;
const GEOMETRY_BYTES_MAX = 1024 * 1024;
/** A tile has 32 squares on each side. */
const SQUARES_ZOOM = 5;
/** The gap around a square, in parts of its width. */
const SQUARE_GAP = 0.07;

type ParcelRow = {
  id: string;
  use: PropertyType;
  status: PropertyStatus;
  owed: number;
  neighborhood: string;
  geometry: TileFeature['geometry'];
};

/** Reads the parcels that a tile shows, retired ones first, or undefined if there are too many for one tile. */
export async function readParcels(db: Database, tile: TileAddress): Promise<TileFeature[] | undefined> {
  const [first, last] = codesWithin(tile, CELL_ZOOM);
  const { rows } = await sql<ParcelRow>`
    with found as (
      select property_id as id, property_type as use, status, owed_cents as owed, neighborhood, geometry,
        sum(pg_column_size(geometry)) over () as bytes
      from parcels where property_id in (select property_id from parcel_cells where cell between ${first} and ${last})
      limit ${PARCELS_MAX + 1}
    )
    select id, use, status, owed, neighborhood, geometry from found
    where (select count(*) <= ${PARCELS_MAX} and max(bytes) <= ${GEOMETRY_BYTES_MAX} from found)
    order by status desc, id
  `.execute(db);
  if (rows.length === 0 && (await hasParcels(db, first, last))) return undefined;
  return rows.map(({ geometry, owed, ...facts }) => ({ geometry, properties: { ...facts, owed: owedStepOf(owed) } }));
}

async function hasParcels(db: Database, first: number, last: number): Promise<boolean> {
  const row = await db
    .selectFrom('parcel_cells')
    .select('cell')
    .where('cell', '>=', first)
    .where('cell', '<=', last)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reads the active parcels of a tile as squares of a grid, each with its number of parcels, main use and average tax owed. */
export async function readSquares(db: Database, tile: TileAddress): Promise<TileFeature[]> {
  const zoom = Math.min(tile.zoom + SQUARES_ZOOM, HOME_ZOOM);
  const [first, last] = codesWithin(tile, HOME_ZOOM);
  const { rows } = await sql<{ square: number; parcels: number; owed: number; use: PropertyType }>`
    select square, sum(parcels)::int as parcels, sum(owed) / sum(parcels) as owed,
      (array_agg(use order by parcels desc, use))[1] as use
    from (
      select map_home >> ${2 * (HOME_ZOOM - zoom)} as square, property_type as use, count(*) as parcels,
        sum(owed_cents::double precision) as owed
      from parcels where map_home between ${first} and ${last} and status = 'active' group by 1, 2
    ) as uses
    group by square order by square
  `.execute(db);
  return rows.map(({ square, owed, ...facts }) => ({
    geometry: squareOf(square, zoom),
    properties: { ...facts, owed: owedStepOf(owed) },
  }));
}

function squareOf(code: number, zoom: number): TileFeature['geometry'] {
  const { west, south, east, north } = boundsOfTile(tileOfCode(code, zoom), -SQUARE_GAP);
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [corners] };
}
