import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useConnection } from '#platform/web/connection.ts';
import { isUnanswered } from './unanswered.ts';

/**
 * Looks up an unanswered request by its idempotency key until the server answers: now, every few seconds, and whenever the
 * connection is back. Reports the result once; null if nothing was recorded.
 */
export function useLookUp<Answer>(
  key: string,
  lookUp: (signal: AbortSignal) => Promise<{ answer: Answer | null }>,
  onFound: (answer: Answer | null) => void,
) {
  const isOffline = useConnection() === 'offline';
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['unanswered', key],
    queryFn: ({ signal }) => lookUp(signal),
    enabled: !isOffline,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.error !== null && isUnanswered(state.error) ? AGAIN_MILLISECONDS : false),
  });
  const report = useEffectEvent(onFound);
  useEffect(() => {
    if (data !== undefined) report(data.answer);
  }, [data]);
  return { isOffline, error, isLookingUp: isFetching, lookUpNow: () => void refetch() };
}

const AGAIN_MILLISECONDS = 5000;
