import { randomUUID } from 'node:crypto';
import type { TreeHead } from '@cairn/ledger-proof';
import { sql } from 'kysely';
import pg from 'pg';
import {
  canCancelValidation,
  notYourValidation,
  type ValidationJob,
  validationNotFound,
} from '#domains/ledger/contract.ts';
import { type CapabilityHolder, holds } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
import type { Clock } from '#platform/server/clock.ts';
import { type ConnectionOptions, clientConfig, type Database } from '#platform/server/database/database.ts';
import type { Log } from '#platform/server/log.ts';
import { readHead } from './blocks.ts';
import { followLogKeys } from './log-keys.ts';
import type { LedgerSigner } from './signing-key.ts';
import type { ChainFault } from './verification/check-blocks.ts';
import { startRunThreads } from './verification/run-threads.ts';
import type { SigningRecordFile } from './verification/signing-record.ts';
import { validateAll } from './verification/validate-all.ts';
import { rootOf } from './verification/verified-prefix.ts';

export type Validations = {
  /** Starts a full validation for the account, or returns the running one. */
  start(viewer?: string): Promise<ValidationJob>;
  read(id: string, viewer?: string): Promise<ValidationJob>;
  /** Returns the last validations that the account started, or the last ones of all accounts, newest first. */
  list(viewer: string, whose: 'own' | 'all'): Promise<ValidationJob[]>;
  /**
   * Cancels a running validation between two runs. A finished one stays unchanged.
   * @throws AppError `ledger.not_your_validation` unless the caller started it or is an administrator
   */
  cancel(id: string, caller: CapabilityHolder & { readonly id: string }): Promise<ValidationJob>;
  stop(): Promise<void>;
};

const THREADS = 2;
const PROGRESS_INTERVAL_MILLISECONDS = 300;
/** A running job without progress for this long has lost its process. */
const SILENCE_SECONDS = 30;
const LISTED = 20;

type StoredJob = Omit<ValidationJob, 'own'> & { readonly startedBy: string | undefined };

/** Returns a job as an account sees it. It does not name the account that started the job. */
const seenBy =
  (viewer: string | undefined) =>
  ({ startedBy, ...job }: StoredJob): ValidationJob => ({
    ...job,
    own: startedBy !== undefined && startedBy === viewer,
  });

/** Runs full validations as jobs with progress, one at a time for the whole ledger. */
export function createValidations(options: {
  database: Database;
  connection: ConnectionOptions;
  signer: Pick<LedgerSigner, 'firstKey'>;
  recordFile: SigningRecordFile;
  clock: Clock;
  log: Log;
}): Validations {
  const { database, log } = options;
  let current: { id: string; done: Promise<void>; abort: AbortController } | undefined;
  let starting: Promise<StoredJob> | undefined;

  async function startUnlessRunning(startedBy: string | undefined): Promise<StoredJob> {
    const running = await findRunning(database);
    if (running !== undefined) return running;
    const id = randomUUID();
    const { length } = await readHead(database);
    // The unique index decides between processes; the second one finds the other's job.
    const { numAffectedRows } = await sql`
      insert into ledger_validations (id, state, total_blocks, started_at, heartbeat_at, started_by)
      values (${id}, 'running', ${length}, clock_timestamp(), clock_timestamp(), ${startedBy ?? null}) on conflict do nothing
    `.execute(database);
    if (numAffectedRows === 0n) return startUnlessRunning(startedBy);
    const abort = new AbortController();
    const done = run({ ...options, id, abort }).catch((error) => log.error({ err: error }, 'a validation failed'));
    current = { id, abort, done };
    return read(database, id);
  }

  return {
    // Two concurrent requests must find the same job.
    async start(viewer) {
      starting ??= startUnlessRunning(viewer).finally(() => {
        starting = undefined;
      });
      return seenBy(viewer)(await starting);
    },
    read: async (id, viewer) => seenBy(viewer)(await read(database, id)),
    list: async (viewer, whose) => (await list(database, whose === 'own' ? viewer : undefined)).map(seenBy(viewer)),
    async cancel(id, caller) {
      const { startedBy } = await read(database, id);
      const owners = startedBy === undefined ? [] : [startedBy];
      if (!holds(caller, canCancelValidation, { kind: 'validation', owners }))
        throw new AppError(notYourValidation, 'Another account started this validation.', {
          hint: 'Ask that account or an administrator to cancel it.',
        });
      await sql`
        update ledger_validations set state = 'cancelled', finished_at = clock_timestamp()
        where id = ${id} and state = 'running'
      `.execute(database);
      if (current?.id === id) {
        current.abort.abort();
        await current.done;
      }
      return seenBy(caller.id)(await read(database, id));
    },
    async stop() {
      current?.abort.abort();
      await current?.done;
    },
  };
}

async function run(job: {
  id: string;
  abort: AbortController;
  database: Database;
  connection: ConnectionOptions;
  signer: Pick<LedgerSigner, 'firstKey'>;
  recordFile: SigningRecordFile;
  clock: Clock;
}): Promise<void> {
  const { id, abort, database, connection, signer } = job;
  const threads = startRunThreads(connection, THREADS);
  const client = new pg.Client(clientConfig(connection));
  client.on('error', () => abort.abort());
  let reported = 0;
  const onProgress = (checked: number, total: number) => {
    if (performance.now() - reported < PROGRESS_INTERVAL_MILLISECONDS) return;
    reported = performance.now();
    report(database, id, checked, total)
      .then((running) => {
        if (!running) abort.abort();
      })
      // A lost report is made up for by the next one, or by the end of the run.
      .catch(() => undefined);
  };
  try {
    await client.connect();
    const keys = await followLogKeys(database, signer.firstKey);
    const recorded = await readRecordedTree(job.recordFile);
    const fault =
      'fault' in keys
        ? keys.fault
        : await validateAll({
            database,
            client,
            keys,
            recorded,
            clock: job.clock,
            executors: threads.executors,
            onProgress,
            signal: abort.signal,
          });
    await finish(database, id, fault === undefined ? 'valid' : 'invalid', fault);
  } catch (error) {
    const state = abort.signal.aborted ? 'cancelled' : 'failed';
    await finish(database, id, state, undefined);
    if (state === 'failed') throw error;
  } finally {
    await Promise.allSettled([threads.stop(), client.end()]);
  }
}

async function readRecordedTree(recordFile: SigningRecordFile): Promise<TreeHead | undefined> {
  const record = await recordFile.read();
  return record === undefined ? undefined : { size: record.signed.range.size, root: rootOf(record.signed) };
}

/** Returns false if the job was canceled elsewhere. */
async function report(db: Database, id: string, checked: number, total: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ledger_validations
    set checked_blocks = ${checked}, total_blocks = ${total}, heartbeat_at = clock_timestamp()
    where id = ${id} and state = 'running'
  `.execute(db);
  return numAffectedRows === 1n;
}

async function finish(db: Database, id: string, state: ValidationJob['state'], fault: ChainFault | undefined) {
  await sql`
    update ledger_validations
    set state = ${state}, finished_at = clock_timestamp(), problem = ${fault?.message ?? null},
        problem_index = ${fault?.index ?? null},
        checked_blocks = case when ${state} = 'valid' then total_blocks else checked_blocks end
    where id = ${id} and state = 'running'
  `.execute(db);
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

async function findRunning(db: Database): Promise<StoredJob | undefined> {
  await sql`
    update ledger_validations set state = 'failed', finished_at = clock_timestamp()
    where state = 'running' and heartbeat_at < clock_timestamp() - make_interval(secs => ${SILENCE_SECONDS})
  `.execute(db);
  const row = await db.selectFrom('ledger_validations').selectAll().where('state', '=', 'running').executeTakeFirst();
  return row === undefined ? undefined : toJob(row);
}

async function list(db: Database, startedBy: string | undefined): Promise<StoredJob[]> {
  // A job whose process died is not running.
  await findRunning(db);
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

async function read(db: Database, id: string): Promise<StoredJob> {
  const row = await db.selectFrom('ledger_validations').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined)
    throw new AppError(validationNotFound, 'There is no such validation.', {
      hint: 'Start one with POST /api/chain/validations.',
    });
  return toJob(row);
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
