import { useQueryClient } from '@tanstack/react-query';
import { demo } from '#domains/observability/contract.ts';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';

/** Runs the demo, reports a failure, and reloads the affected queries. */
export function useDemo() {
  const queries = useQueryClient();
  const { mutate, data, isPending } = useCallMutation(demo, {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['observability'] }),
    onError: () =>
      showToast({ title: 'Demo Failed', description: 'Could not run observability demo', tone: 'failure' }),
  });
  return { run: () => mutate({}), result: data, isPending };
}

export type Demo = ReturnType<typeof useDemo>;
