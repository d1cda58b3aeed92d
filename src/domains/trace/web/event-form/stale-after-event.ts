import type { QueryClient } from '@tanstack/react-query';

const stale = ['dashboard-stats', 'recent-activities', 'chain', 'assets', 'asset', 'participants', 'health'];

/** What one recorded event makes stale is read again. */
export function staleAfterEvent(queryClient: QueryClient): void {
  for (const name of stale) void queryClient.invalidateQueries({ queryKey: [name] });
}
