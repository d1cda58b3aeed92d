import { createFileRoute } from '@tanstack/react-router';
import { Dashboard } from '../dashboard/dashboard.tsx';
import { DashboardSearch } from '../dashboard/dashboard-search.ts';

export const Route = createFileRoute('/dashboard')({
  validateSearch: DashboardSearch,
  beforeLoad: ({ context: { queryClient }, search }) => {
    // Not awaited: the page shows its skeleton meanwhile. What fails is asked for again by the page itself.
    if (!import.meta.env.SSR)
      void import('../dashboard/dashboard.tsx').then(
        ({ readAhead }) => readAhead(queryClient, search),
        () => undefined,
      );
  },
  component: Dashboard,
});
