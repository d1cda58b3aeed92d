import type { Database } from '#platform/server/database/database.ts';
import type { Metrics } from '#platform/server/telemetry/metrics.ts';
import { readBacklog } from './call-rows.ts';

/** Adds gauges of the calls that wait for the network. */
export function measureBacklog(metrics: Pick<Metrics, 'gauge'>, database: Database): void {
  metrics.gauge(
    'cairn_market_calls_waiting',
    'Calls of the share market that are not final on the network yet.',
    async () => (await readBacklog(database)).calls,
  );
  metrics.gauge(
    'cairn_market_oldest_call_seconds',
    'How long the oldest of them has waited.',
    async () => (await readBacklog(database)).seconds,
  );
}
