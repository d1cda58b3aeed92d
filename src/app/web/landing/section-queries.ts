import { queryOptions } from '@tanstack/react-query';
import { dashboardStats } from '#domains/trace/contract/dashboard.ts';
import { call } from '#platform/web/api-client.ts';

/** The totals of this ledger. */
export const totalsQuery = queryOptions({
  queryKey: ['dashboard-stats', 'landing'],
  queryFn: ({ signal }) => call(dashboardStats, {}, { signal }),
});
