import { createFileRoute } from '@tanstack/react-router';
import { Dashboard } from '../dashboard/dashboard.tsx';
import { DashboardSearch } from '../dashboard/dashboard-search.ts';

export const Route = createFileRoute('/dashboard')({
  validateSearch: DashboardSearch,
  beforeLoad: ({ context: { queryClient }, search }) => {
    // Not awaited: the page shows its skeleton meanwhile. The page itself retries a failed request.
    if (!import.meta.env.SSR)
      void import('../dashboard/dashboard.tsx').then(
        ({ readAhead }) => readAhead(queryClient, search),
        () => undefined,
      );
  },
  component: Dashboard,
});
