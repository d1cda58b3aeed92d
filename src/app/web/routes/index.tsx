import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSession } from '#domains/participants/web/index.ts';
import { readToken } from '#platform/web/token-store.ts';
import { DashboardSearch } from '../dashboard/dashboard-search.ts';
import { Landing } from '../landing/landing.tsx';
import { LandingSearch } from '../landing/landing-search.ts';
import { useDashboardAfterSignIn } from '../landing/use-trial.ts';

const Dashboard = lazy(() => import('../dashboard/dashboard.tsx').then((module) => ({ default: module.Dashboard })));

export const Route = createFileRoute('/')({
  validateSearch: DashboardSearch.extend(LandingSearch.shape),
  component: Home,
});

/** Shows the dashboard to signed-in users and while a stored session loads, and the landing page to everyone else. */
function Home() {
  const { loading, user } = useSession();
  useDashboardAfterSignIn();
  if (user === null && !(loading && readToken() !== null)) return <Landing />;
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <Dashboard />
    </Suspense>
  );
}
