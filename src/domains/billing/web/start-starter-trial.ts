import type { QueryClient } from '@tanstack/react-query';
import { billingIsOff, startTrial } from '#domains/billing/contract/subscription.ts';
import { call, newIdempotencyKey } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { startedTrialQuery } from './notice/started-trial.ts';

/**
 * Starts the trial of Starter for a new account, and has the dashboard show when it ends. Reports a failure: the account exists, and the
 * trial can be started later.
 */
export async function startStarterTrial(queryClient: QueryClient): Promise<void> {
  const idempotencyKey = newIdempotencyKey();
  try {
    const body = { planId: 'starter', userCount: 10, assetCount: 100, billingCycle: 'annual' } as const;
    const { subscription } = await call(startTrial, { body }, { idempotencyKey });
    queryClient.setQueryData(startedTrialQuery.queryKey, subscription.trialEnd);
    await queryClient.invalidateQueries({ queryKey: ['billing'] });
  } catch (error) {
    // A server that does not bill has no trial to start.
    if (error instanceof ApiError && error.code === billingIsOff.code) return;
    const why = error instanceof ApiError && error.status !== 0 ? error.message : 'Please try again later.';
    showToast({
      tone: 'failure',
      title: 'Failed to Start Trial',
      description: `${why} Your account is ready, and Subscription starts the trial.`,
    });
  }
}
