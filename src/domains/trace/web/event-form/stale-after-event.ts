import type { QueryClient } from '@tanstack/react-query';

const stale = [
  'dashboard-stats',
  'recent-activities',
  'chain',
  'assets',
  'asset',
  'participant',
  'participants',
  'health',
];

/** Invalidates the queries that a recorded event affects. */
export function staleAfterEvent(queryClient: QueryClient): void {
  for (const name of stale) void queryClient.invalidateQueries({ queryKey: [name] });
}
