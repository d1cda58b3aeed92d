import { hash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@cairn/ledger-proof';
import { sql } from 'kysely';
import type { Geometry } from '#domains/registry/contract.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { boundsOf } from '../parcels/bounds.ts';
import { wordsOf } from '../parcels/search-words.ts';
import type { ReplayedParcel } from './replay-parcel.ts';

/** Finds the parcels whose search words differ from those of their facts. */
export async function readUnfound(db: Database, replayed: ReadonlyMap<string, ReplayedParcel>): Promise<Set<string>> {
  const words = [...replayed.values()].map(({ facts }) => wordsOf(facts).join(' '));
  const { rows } = await sql<{ id: string }>`
    select property_id as id from parcels join unnest(
      ${textArray([...replayed.keys()])}::text[], ${textArray(words)}::text[]
    ) as t (id, due) on property_id = id where parcels.words <> array_to_tsvector(string_to_array(due, ' '))
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Compares the bounds and cells of parcels on the map, which follow from their geometry. */
export async function comparePlaces(db: Database, ids: readonly string[], differences: Differences): Promise<void> {
  const { rows } = await sql<{ id: string; geometry: Geometry; stored: string; cells: boolean }>`
    select property_id as id, geometry, concat_ws(',', west, south, east, north) as stored, coalesce(
      array(select distinct cell from list_parcel_cells(west, south, east, north) as cell order by cell)
        = array(select cell from parcel_cells c where c.property_id = parcels.property_id order by cell), false) as cells
    from parcels where property_id = any(${textArray(ids)}::text[]) and geometry is not null
  `.execute(db);
  for (const { id, geometry, stored, cells } of rows) {
    const { west, south, east, north } = boundsOf(geometry);
    if (stored !== [west, south, east, north].join()) differences.add('parcel_bounds', `${id}: ${stored}`);
    if (!cells) differences.add('parcel_cells', `${id} is in other cells of the map than its bounds`);
  }
}

/** Compares geometries with the hashes on the chain. Only the city can restore a geometry. */
export async function compareGeometries(
  db: Database,
  replayed: ReadonlyMap<string, ReplayedParcel>,
  differences: Differences,
): Promise<void> {
  const { rows } = await sql<{ id: string; geometry: JsonValue }>`
    select property_id as id, geometry from parcels where property_id = any(${textArray([...replayed.keys()])}::text[])
  `.execute(db);
  for (const { id, geometry } of rows) {
    const found = geometry === null ? null : hash('sha256', canonicalJson(geometry));
    const stated = replayed.get(id)?.facts.geometrySha256 ?? null;
    if (found !== stated) differences.add('geometries', `${id}: has the hash ${found}, the chain says ${stated}`);
  }
}
