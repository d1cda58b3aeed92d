import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listTraces, readTrace, status } from '#domains/observability/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { timing } from '#platform/web/ui/timing/timing.ts';
import { queryOf, type TraceFilter } from './observability-search.ts';

const refreshed = { refetchInterval: timing.refresh, staleTime: timing.refresh };

/** The observability status: configuration, exporters and measurements. */
export const statusQuery = queryOptions({
  queryKey: ['observability', 'status'],
  queryFn: ({ signal }) => call(status, {}, { signal }),
  ...refreshed,
});

/** A page of the stored traces that match a filter. */
export const tracesQuery = (filter: TraceFilter) =>
  queryOptions({
    queryKey: ['observability', 'traces', filter],
    queryFn: ({ signal }) => call(listTraces, { query: queryOf(filter) }, { signal }),
    placeholderData: keepPreviousData,
    ...refreshed,
  });

/** One trace. It has ended, so it never changes. */
export const traceQuery = (traceId: string) =>
  queryOptions({
    queryKey: ['observability', 'trace', traceId],
    queryFn: ({ signal }) => call(readTrace, { params: { traceId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
