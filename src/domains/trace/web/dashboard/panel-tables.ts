import { type Activity, dashboardStats, type EventClock, recentActivities } from '#domains/trace/contract.ts';
import { call } from '#platform/web/api-client.ts';
import type { PanelTable } from '#platform/web/domain.ts';

const rowsMax = 100;

/** Reads the newest events for a CSV file, with both of their times. */
export async function readActivities(filter: {
  clock: EventClock;
  anomalous?: 'true';
  concerning?: string;
  past?: 'true';
}): Promise<PanelTable> {
  const { activities } = await call(recentActivities, { query: { ...filter, limit: rowsMax } });
  return {
    header: ['Block', 'Action', 'Asset', 'Asset ID', 'Participant', 'Location', 'Happened', 'Recorded', 'Anomalies'],
    rows: activities.map(toRow),
  };
}

const toRow = (activity: Activity) => [
  activity.blockIndex,
  activity.action,
  activity.assetName ?? '',
  activity.assetId ?? '',
  activity.participantName,
  activity.location ?? '',
  activity.timestamp,
  activity.recordedAt,
  activity.anomalies.join('; '),
];

/** Reads the number of assets by status. */
export async function readStatuses(): Promise<PanelTable> {
  const { byStatus } = await call(dashboardStats, {});
  return { header: ['Status', 'Assets'], rows: Object.entries(byStatus) };
}
