import { sql } from 'kysely';
import { int4Array, int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import type { ExemptionState } from '../tax-file-state.ts';

const selected = sql`
  select exemption_id as "exemptionId", property_id as "propertyId", kind, cents, basis_points as "basisPoints",
    commitment_key as "commitmentKey", from_year as "fromYear", to_year as "toYear", reason, granted_index as "grantedIndex", ended_index as "endedIndex",
    end_reason as "endReason"
  from parcel_exemptions
`;

/** Reads the exemptions of these parcels, by property, in the order in which they were granted. */
export async function readExemptions(
  db: Database,
  propertyIds: readonly string[],
): Promise<Map<string, ExemptionState[]>> {
  const { rows } = await sql<ExemptionState>`
    ${selected} where property_id = any(${textArray(propertyIds)}::text[]) order by property_id, granted_index
  `.execute(db);
  return Map.groupBy(rows, ({ propertyId }) => propertyId);
}

/** Finds an exemption by its id. */
export async function findExemption(db: Database, exemptionId: string): Promise<ExemptionState | undefined> {
  const { rows } = await sql<ExemptionState>`${selected} where exemption_id = ${exemptionId}`.execute(db);
  return rows[0];
}

/** Finds the exemption that a block granted. */
export async function findExemptionGrantedBy(
  db: Database,
  propertyId: string,
  blockIndex: number,
): Promise<ExemptionState | undefined> {
  const { rows } = await sql<ExemptionState>`
    ${selected} where property_id = ${propertyId} and granted_index = ${blockIndex}
  `.execute(db);
  return rows[0];
}

/** Stores new exemptions, and the end of earlier ones. */
export const writeExemptions = (rows: readonly ExemptionState[]): WriteStatement => write`
  insert into parcel_exemptions (
    exemption_id, property_id, kind, cents, basis_points, commitment_key, from_year, to_year, reason, granted_index,
    ended_index, end_reason
  )
  select id::uuid, property_id, kind, cents, points, commitment_key, from_year, to_year, reason, granted, ended, end_reason from unnest(
    ${textArray(rows.map((row) => row.exemptionId))}::text[], ${textArray(rows.map((row) => row.propertyId))}::text[],
    ${textArray(rows.map((row) => row.kind))}::text[], ${int8Array(rows.map((row) => row.cents))}::bigint[],
    ${int4Array(rows.map((row) => row.basisPoints))}::int[], ${textArray(rows.map((row) => row.commitmentKey))}::text[],
    ${int4Array(rows.map((row) => row.fromYear))}::int[],
    ${int4Array(rows.map((row) => row.toYear))}::int[], ${textArray(rows.map((row) => row.reason))}::text[],
    ${int8Array(rows.map((row) => row.grantedIndex))}::bigint[], ${int8Array(rows.map((row) => row.endedIndex))}::bigint[],
    ${textArray(rows.map((row) => row.endReason))}::text[]
  ) as t (id, property_id, kind, cents, points, commitment_key, from_year, to_year, reason, granted, ended, end_reason)
  on conflict (exemption_id) do update set to_year = excluded.to_year, ended_index = excluded.ended_index,
    end_reason = excluded.end_reason
`;
