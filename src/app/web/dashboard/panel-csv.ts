import { health } from '#domains/observability/contract.ts';
import { type Activity, dashboardStats, recentActivities } from '#domains/trace/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { saveCsv, showExportFailure } from '#platform/web/save-file.ts';
import type { PanelName } from './arrangement.ts';
import type { Period } from './period.ts';

type Table = { readonly header: readonly string[]; readonly rows: readonly (readonly (string | number)[])[] };

/** Saves the period's figures, day by day. */
export function saveFigures(period: Period): Promise<void> {
  return save('figures', async () => {
    const stats = await call(dashboardStats, { query: period });
    const rows = (stats.period?.daily ?? []).map(({ day, events, assets }) => [day, events, assets]);
    return { header: ['Day (UTC)', 'Events', 'New assets'], rows };
  });
}

/** A panel that is drawn from figures. */
export type PanelWithFigures = Exclude<PanelName, 'assistant'>;

/** Saves what a panel is about, as it is now: of the lists the newest 100. */
export function savePanel(panel: PanelWithFigures): Promise<void> {
  return save(panel, tables[panel]);
}

const tables: Readonly<Record<PanelWithFigures, () => Promise<Table>>> = {
  activity: async () => listOf((await call(recentActivities, { query: { limit: 100 } })).activities),
  attention: async () =>
    listOf((await call(recentActivities, { query: { limit: 100, anomalous: 'true' } })).activities),
  status: async () => ({
    header: ['Status', 'Assets'],
    rows: Object.entries((await call(dashboardStats, {})).byStatus),
  }),
  health: async () => {
    const { blockchain_valid: valid, blockGeneration, networkSync } = await call(health, {});
    const row = (name: string, { percent, objectivePercent, explanation }: typeof networkSync) => [
      name,
      percent ?? '',
      objectivePercent,
      explanation,
    ];
    return {
      header: ['Measure', 'Percent', 'Objective', 'What was measured'],
      rows: [
        ['Data Integrity', valid ? 100 : 0, 100, valid ? 'Verified' : 'Error'],
        row('Block Generation', blockGeneration),
        row('Network Sync', networkSync),
      ],
    };
  },
};

function listOf(activities: readonly Activity[]): Table {
  return {
    header: ['Block', 'Action', 'Asset ID', 'Participant', 'Location', 'Happened', 'Recorded', 'Anomalies'],
    rows: activities.map(
      ({ blockIndex, action, assetId, participantName, location, timestamp, recordedAt, anomalies }) => [
        blockIndex,
        action,
        assetId ?? '',
        participantName,
        location ?? '',
        timestamp,
        recordedAt,
        anomalies.join('; '),
      ],
    ),
  };
}

async function save(name: string, read: () => Promise<Table>): Promise<void> {
  try {
    const { header, rows } = await read();
    await saveCsv(`dashboard-${name}.csv`, header, rows);
  } catch {
    showExportFailure();
  }
}
