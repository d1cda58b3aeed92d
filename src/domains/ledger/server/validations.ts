import { randomUUID } from 'node:crypto';
import type { TreeHead } from '@cairn/ledger-proof';
import pg from 'pg';
import { canCancelValidation, notYourValidation, type ValidationJob } from '#domains/ledger/contract.ts';
import { type CapabilityHolder, holds } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import { type ConnectionOptions, clientConfig, type Database } from '#platform/server/database/database.ts';
import type { Log } from '#platform/server/log.ts';
import { readHead } from './blocks.ts';
import { followLogKeys } from './log-keys.ts';
import type { LedgerSigner } from './signing-key.ts';
import {
  endSilentJobs,
  findRunningJob,
  finishJob,
  insertJob,
  listJobs,
  readJob,
  reportJob,
  type StoredJob,
} from './validation-jobs.ts';
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
/** A job reports that it is alive even while it makes no progress, for example on a slow disk. */
const HEARTBEAT_MILLISECONDS = 1000;
/** The abort reason of a canceled job. Any other reason is a failure. */
const CANCELLED = 'cancelled';

/** Returns the view of a job for an account. It does not name the account that started the job. */
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
  /** The jobs of this process that ended while the database could not store it. */
  const unfinished = new Set<string>();

  async function endDeadJobs(): Promise<void> {
    for (const id of unfinished) {
      await finishJob(database, id, 'failed');
      unfinished.delete(id);
    }
    await endSilentJobs(database);
  }

  async function startUnlessRunning(startedBy: string | undefined): Promise<StoredJob> {
    await endDeadJobs();
    const running = await findRunningJob(database);
    if (running !== undefined) return running;
    const id = randomUUID();
    const { length } = await readHead(database);
    // Otherwise another process was first, so return its job.
    if (!(await insertJob(database, id, length, startedBy))) return startUnlessRunning(startedBy);
    const abort = new AbortController();
    const done = run({ ...options, id, abort }).catch((error) => {
      unfinished.add(id);
      log.error({ err: error }, 'a validation failed');
    });
    current = { id, abort, done };
    return readJob(database, id);
  }

  return {
    // Two concurrent requests must find the same job.
    async start(viewer) {
      starting ??= startUnlessRunning(viewer).finally(() => {
        starting = undefined;
      });
      return seenBy(viewer)(await starting);
    },
    async read(id, viewer) {
      await endDeadJobs();
      return seenBy(viewer)(await readJob(database, id));
    },
    async list(viewer, whose) {
      await endDeadJobs();
      return (await listJobs(database, whose === 'own' ? viewer : undefined)).map(seenBy(viewer));
    },
    async cancel(id, caller) {
      const { startedBy } = await readJob(database, id);
      const owners = startedBy === undefined ? [] : [startedBy];
      if (!holds(caller, canCancelValidation, { kind: 'validation', owners }))
        throw new AppError(notYourValidation, 'Another account started this validation.', {
          hint: 'Ask that account or an administrator to cancel it.',
        });
      await finishJob(database, id, 'cancelled');
      if (current?.id === id) {
        current.abort.abort(CANCELLED);
        await current.done;
      }
      return seenBy(caller.id)(await readJob(database, id));
    },
    async stop() {
      current?.abort.abort(CANCELLED);
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
  client.on('error', (error) => abort.abort(error));
  let reported = 0;
  const report = (progress?: { checked: number; total: number }) => {
    reported = performance.now();
    reportJob(database, id, progress)
      .then((running) => {
        if (!running) abort.abort(CANCELLED);
      })
      // The next report, or the end of the run, replaces a lost one.
      .catch(() => undefined);
  };
  const onProgress = (checked: number, total: number) => {
    if (performance.now() - reported >= PROGRESS_INTERVAL_MILLISECONDS) report({ checked, total });
  };
  const heartbeat = setInterval(() => report(), HEARTBEAT_MILLISECONDS).unref();
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
    await finishJob(database, id, fault === undefined ? 'valid' : 'invalid', fault);
  } catch (error) {
    const state = abort.signal.reason === CANCELLED ? 'cancelled' : 'failed';
    await finishJob(database, id, state);
    if (state === 'failed') throw error;
  } finally {
    clearInterval(heartbeat);
    await Promise.allSettled([threads.stop(), client.end()]);
  }
}

async function readRecordedTree(recordFile: SigningRecordFile): Promise<TreeHead | undefined> {
  const record = await recordFile.read();
  return record === undefined ? undefined : { size: record.signed.range.size, root: rootOf(record.signed) };
}
