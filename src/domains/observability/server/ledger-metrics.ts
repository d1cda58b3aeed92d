import { Counter, Histogram, type Registry } from 'prom-client';
import type { SettledBatch } from '#domains/ledger/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';

const WINDOW_MILLISECONDS = 600_000;
/** Batches in memory: at least the last minute at fifty batches per second. */
const BATCHES_MAX = 3000;

/** Measures appends: their number, batch sizes and waiting time. */
export function createLedgerMetrics(registry: Registry, clock: Clock) {
  const registers = [registry];
  const blocks = new Counter({
    name: 'cairn_ledger_appended_blocks_total',
    help: 'Blocks appended by this process.',
    registers,
  });
  const size = new Histogram({
    name: 'cairn_ledger_batch_size',
    help: 'Requests in one batch.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
    registers,
  });
  const seconds = new Histogram({
    name: 'cairn_ledger_append_duration_seconds',
    help: 'Time from the request to the durable append.',
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers,
  });
  const opened = clock();
  const last: { at: number; size: number; blocks: number }[] = [];
  return {
    countBatch(batch: SettledBatch): void {
      blocks.inc(batch.blocks);
      size.observe(batch.milliseconds.length);
      for (const taken of batch.milliseconds) seconds.observe(taken / 1000);
      last.push({ at: clock(), size: batch.milliseconds.length, blocks: batch.blocks });
      if (last.length > BATCHES_MAX) last.splice(0, BATCHES_MAX / 10);
    },
    /** Returns the last ten minutes, or the part in memory: its start, the number of blocks, and the batch sizes. */
    recent() {
      const since = Math.max(opened, clock() - WINDOW_MILLISECONDS);
      const batches = last.filter(({ at }) => at >= since);
      const from = last.length > BATCHES_MAX * 0.9 ? (batches[0]?.at ?? since) : since;
      const sizes = batches.map((one) => one.size).toSorted((a, b) => a - b);
      return {
        since: from,
        batches: batches.length,
        blocks: batches.reduce((sum, one) => sum + one.blocks, 0),
        medianSize: sizes[Math.floor(sizes.length / 2)] ?? 0,
        largestSize: sizes.at(-1) ?? 0,
      };
    },
  };
}
