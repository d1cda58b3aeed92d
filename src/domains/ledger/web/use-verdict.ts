import { useQuery } from '@tanstack/react-query';
import { timing } from '#platform/web/ui/timing/timing.ts';
import { useExpired } from '#platform/web/ui/timing/use-expired.ts';
import { unlessPaused } from '#platform/web/unless-paused.ts';
import { verdictQuery } from './queries.ts';

/**
 * Returns the server's verdict on the chain. A valid one that could not be refreshed for 35 seconds becomes unknown:
 * the screen must not vouch for a chain without a recent confirmation. Unless `live`, the viewer has stopped all
 * refreshes.
 */
export function useVerdict({ live = true }: { live?: boolean } = {}) {
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    ...verdictQuery,
    enabled: unlessPaused(live),
    refetchOnWindowFocus: live,
  });
  const expired = useExpired(dataUpdatedAt, timing.verdictLifetime) && live;
  const current =
    expired && data?.state === 'valid' ? ({ ...data, state: 'unknown', valid: false } satisfies typeof data) : data;
  return { data: current, error, refetch };
}
