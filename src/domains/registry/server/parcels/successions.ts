import { sql } from 'kysely';
import { int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';

/** A retired parcel, one of the parcels that replaced it, and the block that did so. */
export type Succession = { readonly propertyId: string; readonly successorId: string; readonly blockIndex: number };

export const insertSuccessions = (rows: readonly Succession[]): WriteStatement => write`
  insert into parcel_successions (property_id, successor_id, block_index) select * from unnest(
    ${textArray(rows.map((row) => row.propertyId))}::text[], ${textArray(rows.map((row) => row.successorId))}::text[],
    ${int8Array(rows.map((row) => row.blockIndex))}::bigint[]
  )
`;

/** Reads the parcels that a parcel replaced, and those that replaced it, in the order of their ids. */
export async function readSuccession(
  db: Database,
  propertyId: string,
): Promise<{ replaces: string[]; replacedBy: string[] }> {
  const { rows } = await sql<Succession>`
    select property_id as "propertyId", successor_id as "successorId", block_index as "blockIndex" from parcel_successions
    where property_id = ${propertyId} or successor_id = ${propertyId} order by property_id, successor_id
  `.execute(db);
  return {
    replaces: rows.flatMap((row) => (row.successorId === propertyId ? [row.propertyId] : [])),
    replacedBy: rows.flatMap((row) => (row.propertyId === propertyId ? [row.successorId] : [])),
  };
}
