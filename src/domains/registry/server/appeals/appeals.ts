import { sql } from 'kysely';
import type { AppealState } from '#domains/registry/contract.ts';
import { int4Array, int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import type { Appeal } from '../tax-file-state.ts';

type AppealRow = Omit<Appeal, 'filedAt' | 'decidedAt'> & { filedAt: string; decidedAt: string | null };

const columns = sql`
  appeal_id as "appealId", property_id as "propertyId", year, assessment_index as "assessmentIndex",
  requested_cents as "requestedCents", statement, documents, holder, state, filed_at as "filedAt",
  filed_index as "filedIndex", decided_at as "decidedAt", decided_index as "decidedIndex",
  decided_cents as "decidedCents", reason
`;

const toAppeal = (row: AppealRow): Appeal => ({
  ...row,
  filedAt: Date.parse(row.filedAt),
  decidedAt: row.decidedAt === null ? null : Date.parse(row.decidedAt),
});

/** Reads the appeals of these parcels, by property, in the order in which they were filed. */
export async function readAppeals(db: Database, propertyIds: readonly string[]): Promise<Map<string, Appeal[]>> {
  const { rows } = await sql<AppealRow>`
    select ${columns} from assessment_appeals where property_id = any(${textArray(propertyIds)}::text[])
    order by property_id, filed_index
  `.execute(db);
  return Map.groupBy(rows.map(toAppeal), ({ propertyId }) => propertyId);
}

/** Finds an appeal by its id. */
export async function findAppeal(db: Database, appealId: string): Promise<Appeal | undefined> {
  const { rows } = await sql<AppealRow>`
    select ${columns} from assessment_appeals where appeal_id = ${appealId}
  `.execute(db);
  return rows[0] === undefined ? undefined : toAppeal(rows[0]);
}

/** Finds the appeal that a block filed. */
export async function findAppealFiledBy(db: Database, blockIndex: number): Promise<Appeal | undefined> {
  const { rows } = await sql<AppealRow>`
    select ${columns} from assessment_appeals where filed_index = ${blockIndex}
  `.execute(db);
  return rows[0] === undefined ? undefined : toAppeal(rows[0]);
}

export type ListedAppeal = Appeal & { readonly address: string; readonly assessedCents: number };

/** Reads a page of the appeals in a state, and their number. Open appeals are sorted oldest first, others newest first. */
export async function readAppealPage(
  db: Database,
  { state, page, limit }: { state: AppealState; page: number; limit: number },
): Promise<{ appeals: ListedAppeal[]; total: number }> {
  const order = state === 'open' ? sql`asc` : sql`desc`;
  const [{ rows }, counted] = await Promise.all([
    sql<AppealRow & { address: string; assessedCents: number }>`
      select ${columns}, p.address, (
        select land_cents + building_cents from assessments a
        where a.property_id = f.property_id and a.year = f.year and a.block_index = f.assessment_index
      ) as "assessedCents"
      from (
        select * from assessment_appeals where state = ${state} order by filed_index ${order}
        limit ${limit} offset ${(page - 1) * limit}
      ) as f join (select property_id as id, address from parcels) as p on p.id = f.property_id
      order by filed_index ${order}
    `.execute(db),
    sql<{ total: number }>`select count(*) as total from assessment_appeals where state = ${state}`.execute(db),
  ]);
  return {
    appeals: rows.map((row) => ({ ...toAppeal(row), address: row.address, assessedCents: row.assessedCents })),
    total: counted.rows[0]?.total ?? 0,
  };
}

/** Stores new appeals and their outcomes. A statement is never rewritten, because it may have been erased. */
export const writeAppeals = (rows: readonly Appeal[]): WriteStatement => write`
  insert into assessment_appeals (
    appeal_id, property_id, year, assessment_index, requested_cents, statement, documents, holder, state, filed_at,
    filed_index, decided_at, decided_index, decided_cents, reason
  )
  select id::uuid, property_id, year, assessment, requested, statement,
    array(select jsonb_array_elements_text(documents::jsonb)), holder, state, to_timestamp(filed / 1000.0), filed_index,
    to_timestamp(decided / 1000.0), decided_index, decided_cents, reason
  from unnest(
    ${textArray(rows.map((row) => row.appealId))}::text[], ${textArray(rows.map((row) => row.propertyId))}::text[],
    ${int4Array(rows.map((row) => row.year))}::int[], ${int8Array(rows.map((row) => row.assessmentIndex))}::bigint[],
    ${int8Array(rows.map((row) => row.requestedCents))}::bigint[], ${textArray(rows.map((row) => row.statement))}::text[],
    ${textArray(rows.map((row) => JSON.stringify(row.documents)))}::text[], ${textArray(rows.map((row) => row.holder))}::text[],
    ${textArray(rows.map((row) => row.state))}::text[], ${int8Array(rows.map((row) => row.filedAt))}::bigint[],
    ${int8Array(rows.map((row) => row.filedIndex))}::bigint[], ${int8Array(rows.map((row) => row.decidedAt))}::bigint[],
    ${int8Array(rows.map((row) => row.decidedIndex))}::bigint[], ${int8Array(rows.map((row) => row.decidedCents))}::bigint[],
    ${textArray(rows.map((row) => row.reason))}::text[]
  ) as t (
    id, property_id, year, assessment, requested, statement, documents, holder, state, filed, filed_index, decided,
    decided_index, decided_cents, reason
  )
  on conflict (appeal_id) do update set state = excluded.state, decided_at = excluded.decided_at,
    decided_index = excluded.decided_index, decided_cents = excluded.decided_cents, reason = excluded.reason
`;

/** Empties the statements of an owner's appeals. */
export async function eraseStatements(tx: Database, holders: readonly string[]): Promise<void> {
  await sql`
    update assessment_appeals set statement = null where holder = any(${textArray(holders)}::text[])
  `.execute(tx);
}
