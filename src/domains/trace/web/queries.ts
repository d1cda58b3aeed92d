import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dashboardStats, listAssets, readAsset, recentActivities } from '#domains/trace/contract.ts';
import type { CallInput } from '#platform/contract/route.ts';
import { call } from '#platform/web/api-client.ts';

type AssetFilter = NonNullable<CallInput<typeof listAssets>['query']>;
type ActivityFilter = NonNullable<CallInput<typeof recentActivities>['query']>;

const searchFresh = 30_000;
const journeyPage = 200;
const eventsPage = 25;

export const assetsQuery = (filter: AssetFilter) =>
  queryOptions({
    queryKey: ['assets', filter],
    queryFn: ({ signal }) => call(listAssets, { query: filter }, { signal }),
    staleTime: searchFresh,
    placeholderData: keepPreviousData,
  });

/** An asset with its journey, from the beginning, as many pages as were asked for. */
export const assetQuery = (assetId: string) =>
  infiniteQueryOptions({
    queryKey: ['asset', assetId],
    queryFn: ({ signal, pageParam }) =>
      call(readAsset, { params: { assetId }, query: { page: pageParam, limit: journeyPage } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasNext ? pagination.page + 1 : undefined),
  });

export const statsQuery = queryOptions({
  queryKey: ['dashboard-stats'],
  queryFn: ({ signal }) => call(dashboardStats, {}, { signal }),
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
