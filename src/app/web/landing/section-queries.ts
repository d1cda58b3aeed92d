import { queryOptions } from '@tanstack/react-query';
import { type HistoryEvent, readAsset } from '#domains/trace/contract/asset-history.ts';
import { dashboardStats, recentActivities } from '#domains/trace/contract/dashboard.ts';
import { call } from '#platform/web/api-client.ts';

const journeyMax = 50;

/** The totals of this ledger. */
export const totalsQuery = queryOptions({
  queryKey: ['dashboard-stats', 'landing'],
  queryFn: ({ signal }) => call(dashboardStats, {}, { signal }),
});

/** One asset that completed the whole journey. */
export type Example = {
  readonly assetId: string;
  readonly name: string;
  readonly made: HistoryEvent | undefined;
  readonly moved: HistoryEvent | undefined;
};

/** The most recently delivered asset with its first step and its first shipment; null before the first delivery. */
export const exampleQuery = queryOptions({
  queryKey: ['landing', 'example'],
  staleTime: Infinity,
  queryFn: async ({ signal }): Promise<Example | null> => {
    const { activities } = await call(recentActivities, { query: { action: 'delivered', limit: 1 } }, { signal });
    const assetId = activities[0]?.assetId;
    if (assetId === undefined) return null;
    const { asset, history } = await call(readAsset, { params: { assetId }, query: { limit: journeyMax } }, { signal });
    const first = (action: string) => history.find((event) => event.action === action);
    return { assetId, name: asset.name, made: first('manufactured'), moved: first('shipped') };
  },
});
