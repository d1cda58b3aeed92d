import { useQueryClient } from '@tanstack/react-query';
import { changeSubscription, readSubscription } from '#domains/billing/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { isUnanswered } from '#platform/web/form/unanswered.ts';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { refreshBilling } from '../queries.ts';
import { hasTerms } from './has-terms.ts';

/**
 * Changes the subscription. Reports a failure, and reloads everything about billing. If the answer is lost, the subscription
 * shows whether the change was made.
 */
export function useChange(done: { title: string; onDone: () => void }) {
  const queryClient = useQueryClient();
  const succeed = async () => {
    await refreshBilling(queryClient);
    showToast({ tone: 'success', title: done.title });
    done.onDone();
  };
  return useCallMutation(changeSubscription, {
    onSuccess: succeed,
    onError: async (error, { body }) => {
      const { message, hint } = error;
      if (isUnanswered(error)) {
        const { amount: _, cancelReason: __, ...change } = body;
        const now = await call(readSubscription, {}).catch(() => undefined);
        if (now === undefined)
          return void showToast({ tone: 'failure', title: 'No Answer', description: 'The change may have been made.' });
        if (now.subscription !== null && hasTerms(now.subscription, change)) return succeed();
      }
      showToast({
        tone: 'failure',
        title: 'Update Failed',
        description: [message, hint].filter(Boolean).join(' ') || 'Failed to update subscription',
      });
    },
    onSettled: () => refreshBilling(queryClient),
  });
}
