import { createFileRoute } from '@tanstack/react-router';
import { Dashboard } from '../dashboard/dashboard.tsx';
import { DashboardSearch } from '../dashboard/dashboard-search.ts';

export const Route = createFileRoute('/dashboard')({
  validateSearch: DashboardSearch,
  beforeLoad: async ({ context: { queryClient }, search, cause }) => {
    // Waits for code alone, not for data. The page itself retries a failed request.
    if (!import.meta.env.SSR && cause === 'enter')
      await import('../dashboard/dashboard.tsx').then(
        ({ readAhead }) => readAhead(queryClient, search),
        () => undefined,
      );
  },
  component: Dashboard,
});
