import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './api-error.ts';

const minute = 60_000;

/**
 * The cache of everything read. An answer counts as fresh for five minutes, and longer only because live updates make stale
 * what changed. Reads are retried three times, after 1, 2 and 4 s (never more than 30), and only where trying again may help.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * minute,
        gcTime: 10 * minute,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 3 && isTransient(error),
        retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
      },
      mutations: { retry: false },
    },
  });
}
