import { sql } from 'kysely';
import { type MapOverview, PARCEL_ZOOM, TILE_BYTES_MAX } from '#domains/registry/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readContext, readNeighborhoodLabels } from './city-features.ts';
import { encodeTile } from './encode-tile.ts';
import { readParcels, readSquares } from './read-parcel-tiles.ts';
import { createTileCache } from './tile-cache.ts';
import type { TileAddress } from './tile-grid.ts';

const CACHE_BYTES = 16 * 1024 * 1024;

export type RegistryMap = {
  readOverview(): Promise<MapOverview>;
  /** Returns the bytes of a tile, and a version that is not newer than them. */
  readTile(tile: TileAddress): Promise<{ readonly bytes: Uint8Array; readonly version: string }>;
};

/** Opens the map of the registered parcels. */
export function openMap(db: Database): RegistryMap {
  const cached = createTileCache(CACHE_BYTES);
  return {
    async readOverview() {
      const [version, extent, neighborhoods] = await Promise.all([
        readVersion(db),
        readExtent(db),
        readNeighborhoodLabels(db),
      ]);
      return { version, ...extent, neighborhoods };
    },
    async readTile(tile) {
      const version = await readVersion(db);
      const key = `${tile.zoom}/${tile.x}/${tile.y}`;
      return { version, bytes: await cached(version, key, () => computeTile(db, tile)) };
    },
  };
}

async function computeTile(db: Database, tile: TileAddress): Promise<Uint8Array> {
  const [context, parcels] = await Promise.all([
    readContext(db, tile),
    tile.zoom >= PARCEL_ZOOM ? readParcels(db, tile) : undefined,
  ]);
  if (parcels !== undefined) {
    const bytes = encodeTile(tile, { context, parcels });
    if (bytes.length <= TILE_BYTES_MAX) return bytes;
  }
  return encodeTile(tile, { context, cells: await readSquares(db, tile) });
}

/** Reads the version of the map. Every act of the registry adds a block, and an import of city features adds ids. */
async function readVersion(db: Database): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select blocks || '-' || coalesce((select max(feature_id) from city_features), 0) as version from registry_totals
  `.execute(db);
  return rows[0]?.version ?? '0';
}

type Extent = Pick<MapOverview, 'parcels' | 'bounds'>;

async function readExtent(db: Database): Promise<Extent> {
  const { rows } = await sql<Record<'parcels' | 'west' | 'south' | 'east' | 'north', number>>`
    select count(*)::int as parcels, min(west) / 1e7::float8 as west, min(south) / 1e7::float8 as south,
      max(east) / 1e7::float8 as east, max(north) / 1e7::float8 as north
    from parcels where status = 'active' and geometry is not null
  `.execute(db);
  const { parcels = 0, ...bounds } = rows[0] ?? {};
  return { parcels, bounds: parcels === 0 ? null : (bounds as NonNullable<Extent['bounds']>) };
}
