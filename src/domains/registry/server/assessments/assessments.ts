import { sql } from 'kysely';
import type { Assessment } from '#domains/registry/contract.ts';
import { int4Array, int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import type { AssessmentState } from '../tax-file-state.ts';

/** The reason of an assessment made by a granted appeal. */
export const APPEAL_GRANTED = 'Appeal granted';

export type AssessmentRow = {
  readonly propertyId: string;
  readonly year: number;
  readonly landCents: number;
  readonly buildingCents: number;
  /** Why it corrects an earlier one of the year. */
  readonly reason: string | null;
  readonly blockIndex: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
};

export const insertAssessments = (rows: readonly AssessmentRow[]): WriteStatement => write`
  insert into assessments (property_id, year, block_index, land_cents, building_cents, reason, recorded_at)
  select id, year, index, land, building, reason, to_timestamp(at / 1000.0) from unnest(
    ${textArray(rows.map((row) => row.propertyId))}::text[], ${int4Array(rows.map((row) => row.year))}::int[],
    ${int8Array(rows.map((row) => row.blockIndex))}::bigint[], ${int8Array(rows.map((row) => row.landCents))}::bigint[],
    ${int8Array(rows.map((row) => row.buildingCents))}::bigint[], ${textArray(rows.map((row) => row.reason))}::text[],
    ${int8Array(rows.map((row) => row.at))}::bigint[]
  ) as t (id, year, index, land, building, reason, at)
`;

/** The maximum number of assessments that a parcel's page lists. */
const LISTED_MAX = 300;

/** Reads the assessment that counts for each year of a parcel with those that it corrects, newest year first. */
export async function readAssessments(db: Database, propertyId: string): Promise<Assessment[]> {
  const { rows } = await sql<{
    year: number;
    block_index: number;
    land_cents: number;
    building_cents: number;
    reason: string | null;
  }>`
    select year, block_index, land_cents, building_cents, reason from assessments
    where property_id = ${propertyId} order by year desc, block_index desc limit ${LISTED_MAX}
  `.execute(db);
  const assessedValue = ({ land_cents, building_cents, block_index }: (typeof rows)[number]) => ({
    land: land_cents,
    building: building_cents,
    total: land_cents + building_cents,
    blockIndex: block_index,
  });
  return [...Map.groupBy(rows, ({ year }) => year)].flatMap(([year, [counts, ...corrected]]) =>
    counts === undefined
      ? []
      : [
          {
            year,
            ...assessedValue(counts),
            reason: counts.reason,
            corrects: corrected.slice(0, 100).map(assessedValue),
          },
        ],
  );
}

/** Reads the assessment that counts for each year of these parcels, by property. */
export async function readAssessmentStates(
  db: Database,
  propertyIds: readonly string[],
): Promise<Map<string, AssessmentState[]>> {
  const { rows } = await sql<{ propertyId: string; recordedAt: string } & Omit<AssessmentState, 'at'>>`
    select distinct on (property_id, year) property_id as "propertyId", year, land_cents as "landCents",
      building_cents as "buildingCents", block_index as index, recorded_at as "recordedAt"
    from assessments where property_id = any(${textArray(propertyIds)}::text[])
    order by property_id, year, block_index desc
  `.execute(db);
  const byParcel = Map.groupBy(rows, ({ propertyId }) => propertyId);
  return new Map(
    [...byParcel].map(([propertyId, all]) => [
      propertyId,
      all.map(({ recordedAt, year, landCents, buildingCents, index }) => ({
        year,
        landCents,
        buildingCents,
        index,
        at: Date.parse(recordedAt),
      })),
    ]),
  );
}
