import type { QueryClient } from '@tanstack/react-query';
import { onTokenChange } from '#platform/web/token-store.ts';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';

/** Nothing read for one account outlives its session: the cache is emptied at every change of the token, and an ended session is told. */
export function followSession(queryClient: QueryClient): () => void {
  return onTokenChange((change) => {
    // What is on screen is read again as the new account; the rest is forgotten.
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.resetQueries();
    if (change.kind === 'expired') showToast({ title: change.message, tone: 'failure' });
  });
}
