import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dashboardStats, recentActivities } from '#domains/trace/contract.ts';
import type { CallInput } from '#platform/contract/route.ts';
import { call } from '#platform/web/api-client.ts';

// Apart from the queries of assets: the first page needs these alone.

type ActivityFilter = NonNullable<CallInput<typeof recentActivities>['query']>;

const eventsPage = 25;

/** For a query's `enabled`: while paused, what is on screen stays as it is; what was never read is still read once. */
export const unlessPaused =
  (live: boolean) =>
  ({ state }: { state: { data: unknown } }) =>
    live || state.data === undefined;

/** The figures of a period beside the totals; the ones before stay in sight while another period is read. */
export const periodStatsQuery = (period: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['dashboard-stats', period],
    queryFn: ({ signal }) => call(dashboardStats, { query: period }, { signal }),
    placeholderData: keepPreviousData,
  });

export const activitiesQuery = (filter: ActivityFilter) =>
  queryOptions({
    queryKey: ['recent-activities', filter],
    queryFn: async ({ signal }) => (await call(recentActivities, { query: filter }, { signal })).activities,
    placeholderData: keepPreviousData,
  });

/** The newest events, older ones on demand; the pages hang on block indexes, so none is shown twice while more come in. */
export const eventsQuery = (filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: ['recent-activities', 'pages', filter],
    queryFn: async ({ signal, pageParam }) =>
      (await call(recentActivities, { query: { ...filter, limit: eventsPage, before: pageParam } }, { signal }))
        .activities,
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length === eventsPage ? page.at(-1)?.blockIndex : undefined),
    placeholderData: keepPreviousData,
  });
