import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { CityFeature } from '../city/city-parcel.ts';
import type { TileFeature } from './encode-tile.ts';
import { boundsOfTile, TILE_MARGIN, type TileAddress } from './tile-grid.ts';

/** Below this zoom, streets are narrower than a line. */
const STREET_ZOOM = 13;
const UNITS_PER_DEGREE = 1e7;

/** Reads what a tile shows between the parcels. */
export async function readContext(db: Database, tile: TileAddress): Promise<TileFeature[]> {
  const { west, south, east, north } = boundsOfTile(tile, TILE_MARGIN);
  const kinds = ['water', 'green', ...(tile.zoom >= STREET_ZOOM ? ['street', 'bridge'] : [])];
  const rows = await db
    .selectFrom('city_features')
    .select(['kind', 'name', 'geometry'])
    .where('kind', 'in', kinds)
    .where('west', '<=', Math.ceil(east * UNITS_PER_DEGREE))
    .where('east', '>=', Math.floor(west * UNITS_PER_DEGREE))
    .where('south', '<=', Math.ceil(north * UNITS_PER_DEGREE))
    .where('north', '>=', Math.floor(south * UNITS_PER_DEGREE))
    .orderBy('feature_id')
    .$castTo<{ kind: string; name: string | null; geometry: TileFeature['geometry'] }>()
    .execute();
  return rows.map(({ kind, name, geometry }) => ({
    geometry,
    properties: { kind, ...(name === null ? {} : { name }) },
  }));
}

/** Reads the names of the neighborhoods with the positions at which a map writes them. */
export async function readNeighborhoodLabels(db: Database) {
  const rows = await db
    .selectFrom('city_features')
    .select(['name', 'west', 'south'])
    .where('kind', '=', 'neighborhood')
    .orderBy('feature_id')
    .limit(500)
    .execute();
  return rows.map(({ name, west, south }) => ({
    name: name ?? '',
    longitude: west / UNITS_PER_DEGREE,
    latitude: south / UNITS_PER_DEGREE,
  }));
}

/** Replaces everything that the map draws between parcels. */
export async function replaceCityFeatures(db: Database, features: readonly CityFeature[]): Promise<void> {
  const rows = features.map(({ kind, name, geometry }) => ({ kind, name, geometry, ...boundsOf(geometry) }));
  await db.transaction().execute(async (tx) => {
    await sql`delete from city_features`.execute(tx);
    await sql`
      insert into city_features (kind, name, geometry, west, south, east, north)
      select kind, name, geometry, west, south, east, north from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as feature (kind text, name text, geometry jsonb, west integer, south integer, east integer, north integer)
    `.execute(tx);
  });
}

/** Returns the bounds of a geometry in units of 1e-7 degree. */
function boundsOf({ coordinates }: CityFeature['geometry']) {
  const numbers = (coordinates as unknown[]).flat(2) as number[];
  const longitudes = numbers.filter((_, n) => n % 2 === 0).map(inUnits);
  const latitudes = numbers.filter((_, n) => n % 2 === 1).map(inUnits);
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  };
}

const inUnits = (degrees: number) => Math.round(degrees * UNITS_PER_DEGREE);
