import { useQueryClient } from '@tanstack/react-query';
import { leaveTeam } from '#domains/billing/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { refreshBilling } from '../queries.ts';

/** Ends payment by another account. */
export function LeaveTeam() {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useCallMutation(leaveTeam, {
    onSuccess: () => showToast({ tone: 'success', title: 'You Left the Team' }),
    onError: ({ message }) =>
      showToast({ tone: 'failure', title: 'Nothing Changed in Your Team', description: message }),
    onSettled: () => refreshBilling(queryClient),
  });
  return (
    <Button size="small" busy={isPending && 'Leaving…'} onClick={() => mutate({ body: {} })}>
      Leave Team
    </Button>
  );
}
