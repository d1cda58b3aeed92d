import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dashboardStats, type EventClock, listAssets, recentActivities } from '#domains/trace/contract.ts';
import type { CallInput } from '#platform/contract/route.ts';
import { call } from '#platform/web/api-client.ts';

// Separate from the asset queries, because the first page needs only these.

type ActivityFilter = NonNullable<CallInput<typeof recentActivities>['query']>;

const eventsPage = 25;

/** The totals with those of a period. The previous period stays visible while another loads. */
export const periodStatsQuery = (period: { from: string; to: string; clock: EventClock }) =>
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

/** The newest events, with older ones on demand. A page continues after a block, so new events cause no duplicates. */
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

/** The assets that a participant holds or is to receive, last changed first, kept current like the totals. */
export const ownAssetsQuery = (of: { custodian: string } | { addressee: string }) =>
  queryOptions({
    queryKey: ['dashboard-stats', 'own', of],
    queryFn: ({ signal }) =>
      call(listAssets, { query: { ...of, sortBy: 'updatedAt', sortOrder: 'desc', page: 1, limit: 2 } }, { signal }),
    placeholderData: keepPreviousData,
  });
