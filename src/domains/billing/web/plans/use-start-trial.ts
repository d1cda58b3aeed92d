import { useQueryClient } from '@tanstack/react-query';
import { type PlanId, startTrial, TRIAL_DAYS } from '#domains/billing/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import type { SetUp } from '../estimate/estimate.ts';
import { refreshBilling } from '../queries.ts';

/** Starts the trial with a set-up. Reports the result, and reloads everything about billing. */
export function useStartTrial(onStarted: () => void) {
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useCallMutation(startTrial, {
    onSuccess: async ({ plan }) => {
      await refreshBilling(queryClient);
      showToast({
        tone: 'success',
        title: 'Trial Started',
        description: `${plan.displayName} is free for ${TRIAL_DAYS} days.`,
      });
      onStarted();
    },
    onError: (error) => showToast({ tone: 'failure', title: 'Failed to Start Trial', description: wordsOf(error) }),
    // A refusal may result from a change in another tab.
    onSettled: () => refreshBilling(queryClient),
  });
  const start = (planId: PlanId, { users, assets, cycle }: SetUp) =>
    mutate({ body: { planId, userCount: users, assetCount: assets, billingCycle: cycle } });
  return { start, isPending, variables: variables ?? { body: { planId: undefined } } };
}

const wordsOf = (error: unknown): string =>
  error instanceof ApiError && error.status !== 0
    ? [error.message, error.hint].filter(Boolean).join(' ')
    : 'Please try again later.';
