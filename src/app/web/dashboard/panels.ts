import type { DashboardPanel } from '#platform/web/domain.ts';
import { domains } from '../domains.ts';

/** Draws the numbers of the totals, which belong to the dashboard itself. */
const periodPanel: DashboardPanel = {
  name: 'period',
  title: 'Events by day',
  position: 7,
  load: () => import('./period-panel.tsx'),
};

/** The panels of the dashboard and of all domains, in their default order. */
export const panels: readonly DashboardPanel[] = [
  ...domains.flatMap((domain) => domain.panels ?? []),
  periodPanel,
].toSorted((a, b) => a.position - b.position);
