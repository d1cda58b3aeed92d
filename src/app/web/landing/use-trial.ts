import type { QueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { askToSignIn, useSession } from '#domains/participants/web/index.ts';
import { LandingSearch } from './landing-search.ts';

/** Sends users who sign in or sign up on the landing page to the dashboard. Already signed-in users stay. */
export function useDashboardAfterSignIn(): void {
  const { loading, user } = useSession();
  const cameSignedOut = useRef(false);
  const navigate = useNavigate();
  useEffect(() => {
    if (loading) return;
    if (user === null) cameSignedOut.current = true;
    else if (cameSignedOut.current) void navigate({ to: '/dashboard', replace: true });
  }, [loading, user, navigate]);
}

/**
 * Opens the sign-up when the URL requests it. A new account starts the trial of Starter; signing in starts nothing. The
 * trial is a link, so it also works before the app has loaded.
 */
export function useTrialFromAddress(): void {
  const { trial } = LandingSearch.parse(useSearch({ strict: false }));
  const { loading, user } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (trial === undefined || loading) return;
    if (user === null) askToSignIn('create account', startTrialOf);
    void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
  }, [trial, loading, user, navigate]);
}

function startTrialOf(queryClient: QueryClient): void {
  void import('#domains/billing/web/start-starter-trial.ts').then(({ startStarterTrial }) =>
    startStarterTrial(queryClient),
  );
}
