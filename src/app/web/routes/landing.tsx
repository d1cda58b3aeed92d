import { createFileRoute } from '@tanstack/react-router';
import { Landing } from '../landing/landing.tsx';
import { LandingSearch } from '../landing/landing-search.ts';
import { useDashboardAfterSignIn } from '../landing/use-trial.ts';

export const Route = createFileRoute('/landing')({ validateSearch: LandingSearch, component: Page });

function Page() {
  useDashboardAfterSignIn();
  return <Landing />;
}
