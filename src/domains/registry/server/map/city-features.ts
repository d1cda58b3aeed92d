import { type CityFeature, FEATURES_MAX } from '#domains/registry/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import { boundsOf } from '../parcels/bounds.ts';
import type { TileFeature } from './encode-tile.ts';
import { boundsOfTile, TILE_MARGIN, type TileAddress } from './tile-grid.ts';

/** Below this zoom, streets are narrower than a line. */
const STREET_ZOOM = 13;
const UNITS_PER_DEGREE = 1e7;

/** Reads the features of a tile between the parcels. */
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

/** Reads the names of the neighborhoods with their positions on the map. */
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

/** Reads all features between the parcels, in order. */
export async function readCityFeatures(db: Database): Promise<CityFeature[]> {
  const rows = await db
    .selectFrom('city_features')
    .select(['kind', 'name', 'geometry'])
    .orderBy('feature_id')
    .limit(FEATURES_MAX + 1)
    .execute();
  return rows as unknown as CityFeature[];
}

/** Replaces all features between the parcels. New ids preserve the order of the features. */
export function replaceCityFeatures(features: readonly CityFeature[]): [WriteStatement, WriteStatement] {
  const rows = features.map(({ kind, name, geometry }, n) => ({ n, kind, name, geometry, ...boundsOf(geometry) }));
  return [
    write`delete from city_features`,
    write`
      insert into city_features (kind, name, geometry, west, south, east, north)
      select kind, name, geometry, west, south, east, north from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as feature (n integer, kind text, name text, geometry jsonb, west integer, south integer, east integer, north integer)
      order by n
    `,
  ];
}
