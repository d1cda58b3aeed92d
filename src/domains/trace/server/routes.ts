import { readVerdict } from '#domains/ledger/server/index.ts';
import { type Account, countParticipants } from '#domains/participants/server/index.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import * as contract from '../contract.ts';
import { readCounters } from './counters.ts';
import { listAssets } from './list-assets.ts';
import type { Trace } from './open-trace.ts';
import { readAsset } from './read-asset.ts';
import { readRecentActivities } from './recent-activities.ts';
import { recordEvent } from './record-event.ts';

/** Serves events, assets and the dashboard's figures. */
export function mountTrace(mount: Mount<Account>, trace: Trace): void {
  const { database, clock } = trace;
  mount(contract.addEvent, ({ caller, body, idempotencyKey }) => recordEvent(trace, caller, body, idempotencyKey));
  mount(contract.listAssets, async ({ query }) => {
    const { assets, pagination } = await listAssets(database, query);
    return { assets, pagination, total_count: pagination.total };
  });
  mount(contract.readAsset, ({ params, query }) => readAsset(database, params.assetId, query));
  mount(contract.recentActivities, async ({ query }) => ({ activities: await readRecentActivities(database, query) }));
  mount(contract.dashboardStats, async () => {
    const today = new Date(clock()).toISOString().slice(0, 10);
    const [counters, participants, verdict] = await Promise.all([
      readCounters(database, today),
      countParticipants(database),
      readVerdict(database),
    ]);
    return {
      totalAssets: counters.assets,
      totalEvents: counters.events,
      activeParticipants: participants.total,
      chainIntegrity: verdict.valid ? 100 : 0,
      openAnomalies: counters.anomalies,
      daily: counters.daily,
      byStatus: counters.byStatus,
    };
  });
}
