import { sql } from 'kysely';
import type { Assessment } from '#domains/registry/contract.ts';
import { int4Array, int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';

export type AssessmentRow = {
  readonly propertyId: string;
  readonly year: number;
  readonly landCents: number;
  readonly buildingCents: number;
  readonly blockIndex: number;
};

export const insertAssessments = (rows: readonly AssessmentRow[]): WriteStatement => write`
  insert into assessments (property_id, year, block_index, land_cents, building_cents) select * from unnest(
    ${textArray(rows.map((row) => row.propertyId))}::text[], ${int4Array(rows.map((row) => row.year))}::int[],
    ${int8Array(rows.map((row) => row.blockIndex))}::bigint[], ${int8Array(rows.map((row) => row.landCents))}::bigint[],
    ${int8Array(rows.map((row) => row.buildingCents))}::bigint[]
  )
`;

/** Reads the assessment that counts for each year of a parcel, newest year first. */
export async function readAssessments(db: Database, propertyId: string): Promise<Assessment[]> {
  const { rows } = await sql<{ year: number; block_index: number; land_cents: number; building_cents: number }>`
    select distinct on (year) year, block_index, land_cents, building_cents from assessments
    where property_id = ${propertyId} order by year desc, block_index desc limit 100
  `.execute(db);
  return rows.map(({ year, block_index, land_cents, building_cents }) => ({
    year,
    land: land_cents,
    building: building_cents,
    total: land_cents + building_cents,
    blockIndex: block_index,
  }));
}
