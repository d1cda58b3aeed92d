import { useQueryClient } from '@tanstack/react-query';
import { type PlanId, readSubscription, startTrial, TRIAL_DAYS } from '#domains/billing/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { isUnanswered } from '#platform/web/form/unanswered.ts';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import type { SetUp } from '../estimate/estimate.ts';
import { refreshBilling } from '../queries.ts';

/**
 * Starts the trial with a set-up. Reports the result, and reloads everything about billing. If the answer is lost, the
 * subscription shows whether the trial was started.
 */
export function useStartTrial(onStarted: () => void) {
  const queryClient = useQueryClient();
  const succeed = async ({ displayName }: { readonly displayName: string }) => {
    await refreshBilling(queryClient);
    const description = `${displayName} is free for ${TRIAL_DAYS} days.`;
    showToast({ tone: 'success', title: 'Trial Started', description });
    onStarted();
  };
  const { mutate, isPending, variables } = useCallMutation(startTrial, {
    onSuccess: ({ plan }) => succeed(plan),
    onError: async (error) => {
      const now = isUnanswered(error) ? await call(readSubscription, {}).catch(() => undefined) : undefined;
      if (now?.plan && now.subscription?.status === 'trial') return succeed(now.plan);
      showToast({ tone: 'failure', title: 'Failed to Start Trial', description: wordsOf(error) });
    },
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
