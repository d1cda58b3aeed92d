import { QueryClient } from '@tanstack/react-query';
import { ApiError, isTransient } from './api-error.ts';

const minute = 60_000;

/**
 * Creates the cache of everything read. Data is fresh for five minutes; live updates invalidate what changes sooner.
 * Retries reads three times, after 1, 2 and 4 s (never more than 30), and only if a retry may help. Waits longer, up to a
 * minute, if the server asks for it.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * minute,
        gcTime: 10 * minute,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 3 && isTransient(error),
        retryDelay: (failures, error) => Math.max(Math.min(1000 * 2 ** failures, 30_000), requestedDelay(error)),
      },
      mutations: { retry: false },
    },
  });
}

function requestedDelay(error: unknown): number {
  const seconds = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
  return Math.min(seconds * 1000, minute);
}
