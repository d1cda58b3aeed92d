import { type Ledger, readLastSigned, type SettledBatch } from '#domains/ledger/server/index.ts';
import { present } from '#platform/contract/present.ts';
import type { Clock } from '#platform/server/clock.ts';
import { type Database, readPoolUse } from '#platform/server/database/database.ts';
import type { Log } from '#platform/server/log.ts';
import type { Telemetry } from '#platform/server/telemetry/telemetry.ts';
import type { AnsweredRequest } from '#platform/server/telemetry/trace-requests.ts';
import { createLedgerMetrics } from './ledger-metrics.ts';
import { createServiceCount } from './objectives/count-service.ts';
import { LONGEST_WINDOW_DAYS } from './objectives/objectives.ts';
import { addToMinutes, pruneMinutes } from './objectives/service-minutes.ts';

export type Observability = {
  readonly database: Database;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  countRequest(request: AnsweredRequest): void;
  countBatch(batch: SettledBatch): void;
  /** Sets the ledger whose verdict metrics and status report. */
  follow(ledger: Pick<Ledger, 'verdict'>): void;
  /** Returns the followed ledger's verdict. */
  verdict: Ledger['verdict'];
  /** Recent batch sizes and the blocks they became. */
  readonly batches: ReturnType<typeof createLedgerMetrics>['recent'];
  /** Writes the counts since the last call. */
  keepCounts(): Promise<void>;
  /** Starts writing counts every few seconds and deleting old ones. Only the server calls it. */
  start(): void;
  stop(): Promise<void>;
};

const KEEP_MILLISECONDS = 10_000;
const PRUNE_EVERY = 360;
const DAY_MILLISECONDS = 86_400_000;

/** Starts counting and measuring. A command that only appends also counts, but stores nothing. */
export function openObservability(options: {
  database: Database;
  telemetry: Telemetry;
  clock: Clock;
  log: Log;
}): Observability {
  const { database, telemetry, clock, log } = options;
  const count = createServiceCount(clock);
  const ledger = createLedgerMetrics(telemetry.metrics.registry, clock);
  let followed: Pick<Ledger, 'verdict'> | undefined;
  const verdict = () => present(followed, 'a ledger is followed before its verdict is read').verdict();
  measureDatabase(telemetry, database, clock, verdict);
  let timer: NodeJS.Timeout | undefined;
  let keeping: Promise<void> = Promise.resolve();
  let rounds = 0;

  async function keep(): Promise<void> {
    const taken = count.take();
    try {
      await addToMinutes(database, taken);
    } catch (error) {
      count.putBack(taken);
      throw error;
    }
  }

  async function keepAndPrune(): Promise<void> {
    try {
      await keep();
      if (rounds++ % PRUNE_EVERY === 0)
        await pruneMinutes(database, new Date(clock() - (LONGEST_WINDOW_DAYS + 1) * DAY_MILLISECONDS));
    } catch (error) {
      log.warn({ err: error }, 'storing the counts of the service objectives failed');
    }
  }

  return {
    database,
    telemetry,
    clock,
    countRequest: count.countRequest,
    countBatch(batch) {
      count.countBatch(batch);
      ledger.countBatch(batch);
    },
    follow(one) {
      followed = one;
    },
    verdict,
    batches: ledger.recent,
    keepCounts: keep,
    start() {
      timer ??= setInterval(() => {
        keeping = keeping.then(keepAndPrune);
      }, KEEP_MILLISECONDS).unref();
    },
    async stop() {
      if (timer === undefined) return;
      clearInterval(timer);
      await keeping;
      await keepAndPrune();
    },
  };
}

/** Registers the gauges that need the database. One query serves the ledger's gauges of one scrape. */
function measureDatabase(
  { metrics }: Telemetry,
  database: Database,
  clock: Clock,
  readVerdict: Ledger['verdict'],
): void {
  let asked: { at: number; verdict: ReturnType<Ledger['verdict']> } | undefined;
  const verdict = () => {
    if (asked === undefined || Math.abs(clock() - asked.at) >= 1000) asked = { at: clock(), verdict: readVerdict() };
    return asked.verdict.catch(() => undefined);
  };
  metrics.gauge('cairn_verifier_lag_blocks', 'Blocks that the verifier has not checked yet.', async () => {
    const read = await verdict();
    return read && read.totalBlocks - read.verifiedBlocks;
  });
  metrics.gauge('cairn_ledger_blocks', 'Blocks on the chain.', async () => (await verdict())?.totalBlocks);
  metrics.gauge(
    'cairn_ledger_valid',
    '1 while the verifier confirms the chain; 0 when it is invalid or unknown.',
    async () => {
      const read = await verdict();
      return read && Number(read.valid);
    },
  );
  metrics.gauge(
    'cairn_ledger_conflict',
    '1 when the chain contradicts what was signed, and signing has stopped.',
    async () => {
      const read = await verdict();
      return read && Number(read.conflict === true);
    },
  );
  metrics.gauge(
    'cairn_ledger_unreachable_peers',
    'Other servers of this ledger that this one cannot be compared with. /api/health names them.',
    async () => {
      const read = await verdict();
      return read && (read.unreachablePeers?.length ?? 0);
    },
  );
  metrics.gauge('cairn_checkpoint_age_seconds', 'Age of the latest signed checkpoint.', async () => {
    const signed = await readLastSigned(database).catch(() => undefined);
    return signed === undefined ? undefined : (clock() - Date.parse(signed)) / 1000;
  });
  const pool = (pick: 'open' | 'idle' | 'waiting', help: string) =>
    metrics.gauge(`cairn_database_pool_${pick}`, help, () => readPoolUse(database)?.[pick]);
  pool('open', 'Connections open in the pool.');
  pool('idle', 'Idle connections.');
  pool('waiting', 'Callers waiting for a connection.');
}
