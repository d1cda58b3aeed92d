import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from '#domains/participants/server/index.ts';
import { type LevyJob, levyRunning, type PropertyType } from '#domains/registry/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Log } from '#platform/server/log.ts';
import type { Registry } from '../../open-registry.ts';
import { levyTaxes, requireRates } from '../levy-taxes.ts';
import {
  endLevy,
  insertLevy,
  readLevy,
  readLevyParcels,
  storeStep,
  type TakenLevy,
  takeSilentLevy,
} from './levy-jobs.ts';

export type LevyRequest = {
  readonly year: number;
  readonly preview: boolean;
  readonly neighborhood?: string | undefined;
  readonly propertyType?: PropertyType | undefined;
};

export type LevyJobs = {
  /**
   * Starts a levy in the background.
   *
   * @throws AppError `registry.rates_missing`, `registry.levy_running`
   */
  start(caller: Pick<Account, 'username'>, request: LevyRequest): Promise<LevyJob>;
  /** Cancels a levy after its current step. */
  cancel(id: string): Promise<LevyJob>;
  /** Continues a levy whose server died, now and periodically. */
  resume(): { stop(): Promise<void> };
};

/** Parcels in a step. Other requests to the ledger join the same batches. */
const PARCELS_A_STEP = 200;
const RESUME_MILLISECONDS = 5000;

/** Runs levies of the roll. One runs at a time, in one of the servers. */
export function openLevyJobs(registry: Registry, log: Log): LevyJobs {
  const { database } = registry;
  const stopping = new AbortController();
  let current: Promise<void> = Promise.resolve();

  function run(job: TakenLevy): Promise<void> {
    // A canceled job may still be in its last step.
    current = Promise.all([current, levyAll(registry, job, stopping.signal, log)]).then(() => undefined);
    return current;
  }

  return {
    async start(caller, { year, preview, neighborhood = null, propertyType = null }) {
      await requireRates(database, year);
      const job = { id: randomUUID(), year, preview, username: caller.username, neighborhood, propertyType };
      if (!(await insertLevy(database, job)))
        throw new AppError(levyRunning, 'A levy is already running.', { hint: 'Wait until it ends, or cancel it.' });
      void run({ ...job, cursor: '' });
      return readLevy(database, job.id);
    },
    async cancel(id) {
      await endLevy(database, id, 'canceled');
      return readLevy(database, id);
    },
    resume() {
      const watch = async () => {
        while (!stopping.signal.aborted) {
          await current;
          const job = await takeSilentLevy(database).catch(() => undefined);
          if (job !== undefined) await run(job);
          await wait(RESUME_MILLISECONDS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
        }
      };
      const watching = watch();
      return {
        async stop() {
          stopping.abort();
          await Promise.all([watching, current]);
        },
      };
    },
  };
}

/**
 * Processes the parcels step by step until none is left, the job is canceled, or the server stops. While the database is unreachable
 * the job waits: a failed step leaves the cursor, and any server that finds the job without a heartbeat continues it.
 */
async function levyAll(registry: Registry, job: TakenLevy, signal: AbortSignal, log: Log): Promise<void> {
  const { database } = registry;
  let { cursor } = job;
  try {
    while (!signal.aborted) {
      const propertyIds = await readLevyParcels(database, { ...job, cursor }, PARCELS_A_STEP);
      const last = propertyIds.at(-1);
      if (last === undefined) return await endLevy(database, job.id, 'finished');
      const { results, totalCents } = await levyTaxes(registry, job, { ...job, propertyIds, job: job.id });
      const count = (outcome: string) => results.filter((one) => one.outcome === outcome).length;
      const step = {
        cursor: last,
        levied: count('levied'),
        unchanged: count('unchanged'),
        exempt: count('exempt'),
        notAssessed: count('not_assessed'),
        rejections: results.flatMap(({ propertyId, problem }) =>
          problem === undefined ? [] : [{ propertyId, problem }],
        ),
        totalCents,
      };
      if (!(await storeStep(database, job.id, cursor, step))) return;
      cursor = last;
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind.status >= 500)
      return log.warn({ err: error, levy: job.id }, 'a levy stopped, and continues within half a minute');
    await endLevy(database, job.id, 'failed', error.message).catch(() => undefined);
  }
}
