import { QueryClient } from '@tanstack/react-query';
import { ApiError, isTransient } from './api-error.ts';
import { readConnection } from './connection.ts';

const minute = 60_000;

/**
 * Creates the query cache. Data is fresh for five minutes; live updates invalidate data that changes sooner. Retries
 * reads three times, after 1, 2 and 4 s (never more than 30), and only if a retry may help. Waits longer, up to a
 * minute, if the server requests it. Without a connection, or while the server is known to be unreachable, reads and
 * writes fail immediately instead of waiting, so that screens show why they are empty. Queries on screen load again
 * when the connection is back.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * minute,
        gcTime: 10 * minute,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 3 && isTransient(error) && readConnection() === 'online',
        retryDelay: (failures, error) => Math.max(Math.min(1000 * 2 ** failures, 30_000), requestedDelay(error)),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

function requestedDelay(error: unknown): number {
  const seconds = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
  return Math.min(seconds * 1000, minute);
}
