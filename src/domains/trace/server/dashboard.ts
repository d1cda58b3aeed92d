import { countParticipants } from '#domains/participants/server/index.ts';
import type { EventClock } from '#domains/trace/contract.ts';
import { catchUp } from './catch-up.ts';
import { readCounters, readPeriod } from './counters.ts';
import type { Trace } from './open-trace.ts';

/** Reads the dashboard totals, and the numbers by day and of a period by the clock. Uses maintained rows only. */
export async function readDashboard(
  { database, clock, verdict: readVerdict }: Pick<Trace, 'database' | 'clock' | 'verdict'>,
  { clock: by, from, to }: { clock: EventClock; from?: string | undefined; to?: string | undefined },
) {
  await catchUp(database);
  const today = new Date(clock()).toISOString().slice(0, 10);
  const [counters, participants, verdict, period] = await Promise.all([
    readCounters(database, today, by),
    countParticipants(database),
    readVerdict(),
    from === undefined || to === undefined ? undefined : readPeriod(database, { from, to }, by),
  ]);
  return {
    totalAssets: counters.assets,
    totalEvents: counters.events,
    activeParticipants: participants.total,
    chainIntegrity: verdict.valid ? 100 : 0,
    openAnomalies: counters.anomalies,
    daily: counters.daily,
    byStatus: counters.byStatus,
    ...(period === undefined ? {} : { period }),
  };
}
