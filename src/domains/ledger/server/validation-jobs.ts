import { sql } from 'kysely';
import { type ValidationJob, validationNotFound } from '#domains/ledger/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { ChainFault } from './verification/check-blocks.ts';

/** A validation with the account that started it. */
export type StoredJob = Omit<ValidationJob, 'own'> & { readonly startedBy: string | undefined };

/** A running job without a heartbeat for this long has lost its process, which sends a heartbeat each second. */
const SILENCE_SECONDS = 5;
const LISTED = 20;

/**
 * Inserts a running job over `length` blocks. Returns false if another one is running: the unique index decides between
 * processes.
 */
export async function insertJob(
  db: Database,
  id: string,
  length: number,
  startedBy: string | undefined,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into ledger_validations (id, state, total_blocks, started_at, heartbeat_at, started_by)
    values (${id}, 'running', ${length}, clock_timestamp(), clock_timestamp(), ${startedBy ?? null}) on conflict do nothing
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Stores the progress, or only that the job is alive. Returns false if the job was ended elsewhere. */
export async function reportJob(
  db: Database,
  id: string,
  progress?: { readonly checked: number; readonly total: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ledger_validations
    set checked_blocks = coalesce(${progress?.checked ?? null}, checked_blocks),
        total_blocks = coalesce(${progress?.total ?? null}, total_blocks), heartbeat_at = clock_timestamp()
    where id = ${id} and state = 'running'
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Ends a running job. A job that has ended stays unchanged. */
export async function finishJob(
  db: Database,
  id: string,
  state: ValidationJob['state'],
  fault?: ChainFault,
): Promise<void> {
  await sql`
    update ledger_validations
    set state = ${state}, finished_at = clock_timestamp(), problem = ${fault?.message ?? null},
        problem_index = ${fault?.index ?? null},
        checked_blocks = case when ${state} = 'valid' then total_blocks else checked_blocks end
    where id = ${id} and state = 'running'
  `.execute(db);
}

/** Ends running jobs whose process died. */
export async function endSilentJobs(db: Database): Promise<void> {
  await sql`
    update ledger_validations set state = 'failed', finished_at = clock_timestamp()
    where state = 'running' and heartbeat_at < clock_timestamp() - make_interval(secs => ${SILENCE_SECONDS})
  `.execute(db);
}

export async function findRunningJob(db: Database): Promise<StoredJob | undefined> {
  const row = await db.selectFrom('ledger_validations').selectAll().where('state', '=', 'running').executeTakeFirst();
  return row === undefined ? undefined : toJob(row);
}

/** Returns the last jobs, newest first: all of them, or those that one account started. */
export async function listJobs(db: Database, startedBy: string | undefined): Promise<StoredJob[]> {
  const rows = await db
    .selectFrom('ledger_validations')
    .selectAll()
    .$if(startedBy !== undefined, (query) =>
      query.where('started_by', '=', present(startedBy, 'the condition is added for an account')),
    )
    .orderBy('started_at', 'desc')
    .limit(LISTED)
    .execute();
  return rows.map(toJob);
}

/** Throws `ledger.validation_not_found`. */
export async function readJob(db: Database, id: string): Promise<StoredJob> {
  const row = await db.selectFrom('ledger_validations').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined)
    throw new AppError(validationNotFound, 'There is no such validation.', {
      hint: 'Start one with POST /api/chain/validations.',
    });
  return toJob(row);
}

/** Returns the fault that the last completed full validation found, or undefined. */
export async function readLastFault(db: Database): Promise<ChainFault | undefined> {
  const row = await db
    .selectFrom('ledger_validations')
    .select(['state', 'problem', 'problem_index'])
    .where('state', 'in', ['valid', 'invalid'])
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.state === 'invalid' ? { index: row.problem_index ?? 0, message: row.problem ?? '' } : undefined;
}

const toJob = (row: {
  id: string;
  state: string;
  checked_blocks: number;
  total_blocks: number;
  started_at: string;
  finished_at: string | null;
  problem: string | null;
  problem_index: number | null;
  started_by: string | null;
}): StoredJob => ({
  id: row.id,
  state: row.state as ValidationJob['state'],
  checkedBlocks: row.checked_blocks,
  totalBlocks: row.total_blocks,
  startedAt: row.started_at,
  ...(row.finished_at === null ? {} : { finishedAt: row.finished_at }),
  ...(row.problem === null ? {} : { error: row.problem, blockIndex: row.problem_index ?? 0 }),
  startedBy: row.started_by ?? undefined,
});
