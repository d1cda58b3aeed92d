import { useQuery } from '@tanstack/react-query';
import { timing } from '#platform/web/ui/timing/timing.ts';
import { useExpired } from '#platform/web/ui/timing/use-expired.ts';
import { verdictQuery } from './queries.ts';

const isUnread = ({ state }: { readonly state: { readonly data: unknown } }) => state.data === undefined;

/**
 * Returns the server's verdict on the chain. A valid one that could not be refreshed for 35 seconds becomes unknown: the
 * screen must not vouch for a chain that nobody has confirmed since. With `paused`, the viewer has stopped all refreshes.
 */
export function useVerdict({ paused = false }: { paused?: boolean } = {}) {
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    ...verdictQuery,
    ...(paused ? { enabled: isUnread } : {}),
    refetchOnWindowFocus: !paused,
  });
  const expired = useExpired(dataUpdatedAt, timing.verdictLifetime) && !paused;
  const current =
    expired && data?.state === 'valid' ? ({ ...data, state: 'unknown', valid: false } satisfies typeof data) : data;
  return { data: current, error, refetch };
}
