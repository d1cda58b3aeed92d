import { sql } from 'kysely';
import { type cancelRun, type readRun, runGoes, type startRun } from '#domains/billing/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Billing } from '../billing.ts';
import { countDue, type RunCounts, runDue } from './run-due.ts';

/** A run without a sign of life for this long has died with its server. */
const ALIVE_MILLISECONDS = 60_000;

type Row = {
  readonly id: number;
  readonly startedAt: string;
  readonly by: string | null;
  readonly state: 'running' | 'done' | 'canceled' | 'failed';
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly invoices: number;
  readonly endedAt: string | null;
};

const columns = sql`
  run_id as id, started_at as "startedAt", by_username as by, state, accounts_total as total, accounts_done as done,
  accounts_failed as failed, invoices_issued as invoices, ended_at as "endedAt"
`;

const describeRun = ({ startedAt, by, state, total, done, failed, invoices, endedAt }: Row) => ({
  run: {
    by,
    state,
    done,
    failed,
    invoices,
    accounts: total,
    startedAt,
    endedAt,
  },
});

/** Runs started manually that are in progress in this process. */
export type Runs = { readonly going: Set<Promise<void>>; stopping: boolean };

/** Ends runs after the accounts they are processing. */
export async function stopRuns(runs: Runs): Promise<void> {
  runs.stopping = true;
  await Promise.all(runs.going);
}

/**
 * Starts a run over all accounts with something due. It continues after the response.
 *
 * @throws AppError `billing.run_goes` while a run is in progress in any process
 */
export async function start(billing: Billing, runs: Runs, caller: Account): Promise<ResponseOut<typeof startRun>> {
  const { database, clock } = billing;
  const total = await countDue(billing);
  const run = await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('billing_runs'))`.execute(tx);
    await endDead(tx, clock());
    if ((await readLatest(tx))?.state === 'running')
      throw new AppError(runGoes, 'A run is already in progress.', { hint: 'Watch it, or cancel it.' });
    const now = new Date(clock());
    const { rows } = await sql<Row>`
      insert into billing_runs (started_at, by_username, state, accounts_total, alive_at)
      values (${now}, ${caller.username}, 'running', ${total}, ${now}) returning ${columns}
    `.execute(tx);
    return present(rows[0], 'The run was just written');
  });
  const going = perform(billing, runs, run.id).finally(() => runs.going.delete(going));
  runs.going.add(going);
  return describeRun(run);
}

async function perform(billing: Billing, runs: Runs, id: number): Promise<void> {
  try {
    let isCanceled = false;
    const counts = await runDue(billing, {
      restores: true,
      async onProgress(counts) {
        isCanceled = !(await note(billing, id, counts)) || runs.stopping;
        return !isCanceled;
      },
    });
    await finish(billing, id, isCanceled ? 'canceled' : 'done', counts);
  } catch (error) {
    billing.log.error({ err: error }, 'a billing run failed; completed steps stay');
    await finish(billing, id, 'failed', undefined).catch(() => undefined);
  }
}

/** Stores the progress of a run, and reports whether it continues. */
async function note({ database, clock }: Billing, id: number, { done, failed, invoices }: RunCounts): Promise<boolean> {
  const { rows } = await sql<{ canceled: boolean }>`
    update billing_runs set accounts_done = ${done}, accounts_failed = ${failed}, invoices_issued = ${invoices},
      alive_at = ${new Date(clock())}
    where run_id = ${id} and state = 'running' returning cancel_requested as canceled
  `.execute(database);
  return rows[0]?.canceled === false;
}

async function finish({ database, clock }: Billing, id: number, state: Row['state'], counts: RunCounts | undefined) {
  await sql`
    update billing_runs set state = ${state}, ended_at = ${new Date(clock())},
      accounts_done = coalesce(${counts?.done ?? null}, accounts_done), invoices_issued = coalesce(${counts?.invoices ?? null}, invoices_issued)
    where run_id = ${id} and state = 'running'
  `.execute(database);
}

/** Returns the latest run; null if there was none. */
export async function readLatestRun({ database, clock }: Billing): Promise<ResponseOut<typeof readRun>> {
  await endDead(database, clock());
  const row = await readLatest(database);
  return row === undefined ? { run: null } : describeRun(row);
}

/** Cancels the run in progress, and returns it; null if there is none. */
export async function cancel({ database, clock }: Billing): Promise<ResponseOut<typeof cancelRun>> {
  await endDead(database, clock());
  const { rows } = await sql<Row>`
    update billing_runs set cancel_requested = true where state = 'running' returning ${columns}
  `.execute(database);
  const [row] = rows;
  return row === undefined ? { run: null } : describeRun(row);
}

async function readLatest(db: Database): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select ${columns} from billing_runs order by run_id desc limit 1`.execute(db);
  return rows[0];
}

async function endDead(db: Database, now: number): Promise<void> {
  await sql`
    update billing_runs set state = 'failed', ended_at = alive_at where state = 'running' and alive_at < ${new Date(now - ALIVE_MILLISECONDS)}
  `.execute(db);
}
