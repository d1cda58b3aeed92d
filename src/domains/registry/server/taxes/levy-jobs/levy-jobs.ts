import { sql } from 'kysely';
import { type LevyJob, levyNotFound, type PropertyType, REJECTIONS_MAX } from '#domains/registry/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';

/** The parcels of a levy. Null: no restriction. */
export type LevyScope = { readonly neighborhood: string | null; readonly propertyType: PropertyType | null };

export type NewLevy = LevyScope & {
  readonly id: string;
  readonly year: number;
  readonly preview: boolean;
  readonly username: string;
};

/** A running job that this process has taken over, or began. */
export type TakenLevy = LevyScope & {
  readonly id: string;
  readonly year: number;
  readonly preview: boolean;
  readonly username: string;
  readonly cursor: string;
};

/** The result of one step of a job. */
export type LevyStep = {
  readonly cursor: string;
  readonly levied: number;
  readonly unchanged: number;
  readonly exempt: number;
  readonly notAssessed: number;
  readonly rejections: readonly { readonly propertyId: string; readonly problem: string }[];
  readonly totalCents: number;
};

/** A running job without a heartbeat for this long has lost its process. A step takes a small part of this time. */
const SILENCE_SECONDS = 20;
const LISTED = 20;

const inScope = ({ neighborhood, propertyType }: LevyScope) => sql`
  status = 'active' and (${neighborhood}::text is null or neighborhood = ${neighborhood})
  and (${propertyType}::text is null or property_type = ${propertyType})
`;

/** Stores a running job. Returns false if another one is running: the unique index decides between processes. */
export async function insertLevy(db: Database, { id, year, preview, username, ...scope }: NewLevy): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into levy_jobs (id, year, preview, neighborhood, property_type, state, username, total, started_at, heartbeat_at)
    select ${id}, ${year}, ${preview}, ${scope.neighborhood}, ${scope.propertyType}, 'running', ${username}, count(*),
      clock_timestamp(), clock_timestamp()
    from parcels where ${inScope(scope)}
    on conflict do nothing
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Takes over the running job if its process has died. */
export async function takeSilentLevy(db: Database): Promise<TakenLevy | undefined> {
  const { rows } = await sql<TakenLevy>`
    update levy_jobs set heartbeat_at = clock_timestamp()
    where state = 'running' and heartbeat_at < clock_timestamp() - make_interval(secs => ${SILENCE_SECONDS})
    returning id, year, preview, neighborhood, property_type as "propertyType", username, cursor
  `.execute(db);
  return rows[0];
}

/** Reads the next parcels of a job, in the order of their ids. */
export async function readLevyParcels(db: Database, { cursor, ...scope }: TakenLevy, max: number): Promise<string[]> {
  const { rows } = await sql<{ property_id: string }>`
    select property_id from parcels where property_id > ${cursor} and ${inScope(scope)} order by property_id limit ${max}
  `.execute(db);
  return rows.map((row) => row.property_id);
}

/** Stores a step. Returns false if the job has ended, or another process has done the step since. */
export async function storeStep(db: Database, id: string, after: string, step: LevyStep): Promise<boolean> {
  const { rows } = await sql`
    with done as (
      update levy_jobs set cursor = ${step.cursor}, levied = levied + ${step.levied}, unchanged = unchanged + ${step.unchanged},
        exempt = exempt + ${step.exempt}, not_assessed = not_assessed + ${step.notAssessed}, rejected = rejected + ${step.rejections.length},
        total_cents = total_cents + ${step.totalCents}, heartbeat_at = clock_timestamp()
      where id = ${id} and state = 'running' and cursor = ${after} returning rejected
    ), stored as (
      insert into levy_rejections (job_id, property_id, problem)
      select ${id}, property_id, problem from done, unnest(
        ${textArray(step.rejections.map((one) => one.propertyId))}::text[],
        ${textArray(step.rejections.map((one) => one.problem))}::text[]
      ) as t (property_id, problem)
      where done.rejected <= ${REJECTIONS_MAX}
    )
    select 1 from done
  `.execute(db);
  return rows.length === 1;
}

/** Ends a running job. A job that has ended stays as it is. */
export async function endLevy(db: Database, id: string, state: LevyJob['state'], problem?: string): Promise<void> {
  await sql`
    update levy_jobs set state = ${state}, problem = ${problem ?? null}, finished_at = clock_timestamp()
    where id = ${id} and state = 'running'
  `.execute(db);
}

type JobRow = Omit<LevyJob, 'totalFormatted'>;

const selected = sql`
  select id, year, preview, neighborhood, property_type as "propertyType", state, username as "startedBy", total, levied,
    unchanged, exempt, not_assessed as "notAssessed", rejected, total_cents as "totalCents", problem, started_at as "startedAt", finished_at as "finishedAt"
  from levy_jobs
`;

const shown = (row: JobRow): LevyJob => ({ ...row, totalFormatted: formatCents(row.totalCents) });

/** Reads the last jobs, newest first. */
export async function listLevies(db: Database): Promise<LevyJob[]> {
  const { rows } = await sql<JobRow>`${selected} order by started_at desc limit ${LISTED}`.execute(db);
  return rows.map(shown);
}

/** @throws AppError `registry.levy_not_found` */
export async function readLevy(db: Database, id: string): Promise<LevyJob> {
  const { rows } = await sql<JobRow>`${selected} where id = ${id}`.execute(db);
  if (rows[0] === undefined)
    throw new AppError(levyNotFound, 'The levy was not found.', { hint: 'GET /api/detroit/levy-jobs lists them.' });
  return shown(rows[0]);
}

/** Reads the rejections of a job, by property. */
export async function readRejections(db: Database, id: string): Promise<{ propertyId: string; problem: string }[]> {
  const { rows } = await sql<{ propertyId: string; problem: string }>`
    select property_id as "propertyId", problem from levy_rejections where job_id = ${id}
    order by property_id limit ${REJECTIONS_MAX}
  `.execute(db);
  return rows;
}
