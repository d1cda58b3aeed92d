import { sql } from 'kysely';
import { int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import type { NewHolder, ParcelState, Right } from '../registry-state.ts';

type RightRow = { property_id: string; holder: string; shares: number; acquired_at: string; acquired_index: number };

/** Reads the rights in these parcels, by property. */
export async function readRights(
  db: Database,
  propertyIds: readonly string[],
): Promise<Map<string, Map<string, Right>>> {
  const { rows } = await sql<RightRow>`
    select property_id, holder, shares, acquired_at, acquired_index from parcel_rights
    where property_id = any(${textArray(propertyIds)}::text[]) order by property_id, acquired_index, holder
  `.execute(db);
  const rights = new Map<string, Map<string, Right>>(propertyIds.map((id) => [id, new Map()]));
  for (const row of rows)
    rights.get(row.property_id)?.set(row.holder, {
      shares: row.shares,
      acquiredAt: Date.parse(row.acquired_at),
      acquiredIndex: row.acquired_index,
    });
  return rights;
}

/** Writes the current rights in these parcels, and deletes all others in them. */
export function writeRights(parcels: readonly ParcelState[]): WriteStatement[] {
  const rows = parcels.flatMap(({ facts, rights }) =>
    [...rights].map(([holder, right]) => ({ propertyId: facts.propertyId, holder, ...right })),
  );
  const keys = [textArray(rows.map((row) => row.propertyId)), textArray(rows.map((row) => row.holder))] as const;
  return [
    write`
      insert into parcel_rights (property_id, holder, shares, acquired_at, acquired_index)
      select property_id, holder, shares, to_timestamp(acquired / 1000.0), acquired_index from unnest(
        ${keys[0]}::text[], ${keys[1]}::text[], ${int8Array(rows.map((row) => row.shares))}::bigint[],
        ${int8Array(rows.map((row) => row.acquiredAt))}::bigint[], ${int8Array(rows.map((row) => row.acquiredIndex))}::bigint[]
      ) as t (property_id, holder, shares, acquired, acquired_index)
      on conflict (property_id, holder) do update set shares = excluded.shares
    `,
    write`
      delete from parcel_rights where property_id = any(${textArray(parcels.map(({ facts }) => facts.propertyId))}::text[])
      and (property_id, holder) not in (select * from unnest(${keys[0]}::text[], ${keys[1]}::text[]))
    `,
  ];
}

/** Stores parties and pseudonyms that a block introduces. */
export function insertHolders(holders: readonly NewHolder[]): WriteStatement[] {
  const parties = holders.flatMap(({ partyId, party }) => (party === undefined ? [] : [{ partyId, ...party }]));
  return [
    write`
      insert into registry_parties (party_id, name, contact, created_at)
      select party_id::uuid, name, contact, now() from unnest(
        ${textArray(parties.map((one) => one.partyId))}::text[], ${textArray(parties.map((one) => one.name ?? null))}::text[],
        ${textArray(parties.map((one) => one.contact ?? null))}::text[]
      ) as t (party_id, name, contact)
    `,
    write`
      insert into parcel_holders (holder, property_id, party_id)
      select holder, property_id, party_id::uuid from unnest(
        ${textArray(holders.map((one) => one.holder))}::text[], ${textArray(holders.map((one) => one.propertyId))}::text[],
        ${textArray(holders.map((one) => one.partyId))}::text[]
      ) as t (holder, property_id, party_id)
    `,
  ];
}
