import { useQueryClient } from '@tanstack/react-query';
import { changeSubscription } from '#domains/billing/contract.ts';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { refreshBilling } from '../queries.ts';

/** Changes the subscription. Reports a failure, and reloads everything about billing. */
export function useChange(done: { title: string; onDone: () => void }) {
  const queryClient = useQueryClient();
  return useCallMutation(changeSubscription, {
    onSuccess: async () => {
      await refreshBilling(queryClient);
      showToast({ tone: 'success', title: done.title });
      done.onDone();
    },
    onError: ({ message, hint }) =>
      showToast({
        tone: 'failure',
        title: 'Update Failed',
        description: [message, hint].filter(Boolean).join(' ') || 'Failed to update subscription',
      }),
    onSettled: () => refreshBilling(queryClient),
  });
}
