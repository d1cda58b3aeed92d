import { queryOptions } from '@tanstack/react-query';
import { health } from '#domains/observability/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { timing } from '#platform/web/ui/timing/timing.ts';

/**
 * Reads the server's health: chain validity, and measurements with their objectives. In its own file because the
 * landing page needs it, and would otherwise load the contracts of all traces.
 */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => call(health, {}, { signal }),
  refetchInterval: timing.refresh,
  staleTime: timing.refresh,
});
