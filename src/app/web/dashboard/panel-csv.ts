import { dashboardStats } from '#domains/trace/contract.ts';
import { call } from '#platform/web/api-client.ts';
import type { PanelTable } from '#platform/web/domain.ts';
import { saveCsv, showExportFailure } from '#platform/web/save-file.ts';
import type { ClockedPeriod } from './period.ts';

/** Reads the numbers of each day of the period. */
export async function readTotals(period: ClockedPeriod): Promise<PanelTable> {
  const stats = await call(dashboardStats, { query: period });
  const rows = (stats.period?.daily ?? []).map(({ day, events, assets }) => [day, events, assets]);
  return {
    header: [period.clock === 'recorded' ? 'Day recorded (UTC)' : 'Day happened (UTC)', 'Events', 'New assets'],
    rows,
  };
}

/** Saves a table as `dashboard-<name>.csv`. */
export async function saveTable(name: string, read: () => Promise<PanelTable>): Promise<void> {
  try {
    const { header, rows } = await read();
    await saveCsv(`dashboard-${name}.csv`, header, rows);
  } catch {
    showExportFailure();
  }
}
