import { queryOptions } from '@tanstack/react-query';
import { health } from '#domains/observability/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { timing } from '#platform/web/ui/timing/timing.ts';

/**
 * Reads the server's health: whether the chain is valid, and its numbers against the objectives. Apart from the other
 * queries because the landing page needs it: with it came the contracts of every trace.
 */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => call(health, {}, { signal }),
  refetchInterval: timing.refresh,
  staleTime: timing.refresh,
});
