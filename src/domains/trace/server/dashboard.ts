import { countParticipants } from '#domains/participants/server/index.ts';
import { catchUp } from './catch-up.ts';
import { readCounters, readPeriod } from './counters.ts';
import type { Trace } from './open-trace.ts';

/** Reads the dashboard totals, and those of a period with `from` and `to`. Uses maintained rows only. */
export async function readDashboard(
  { database, clock, verdict: readVerdict }: Pick<Trace, 'database' | 'clock' | 'verdict'>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
) {
  await catchUp(database);
  const today = new Date(clock()).toISOString().slice(0, 10);
  const [counters, participants, verdict, period] = await Promise.all([
    readCounters(database, today),
    countParticipants(database),
    readVerdict(),
    from === undefined || to === undefined ? undefined : readPeriod(database, { from, to }),
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
