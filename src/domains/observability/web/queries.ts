import { queryOptions } from '@tanstack/react-query';
import { health } from '#domains/observability/contract.ts';
import { call } from '#platform/web/api-client.ts';

const interval = 30_000;

/** The server's own health: whether the chain holds, and what is measured against the objectives. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => call(health, {}, { signal }),
  refetchInterval: interval,
  staleTime: interval,
});
