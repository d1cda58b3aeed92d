import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { confirmSession } from '#domains/participants/web/index.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { onTokenChange } from '#platform/web/token-store.ts';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { followChain } from './follow-chain.ts';
import { listenForKeys } from './palette/early-keys.ts';
import { createAppRouter } from './router.tsx';
import '#platform/web/ui/tokens/styles.css';

// zod compiles its schemas with `new Function` where it may; the content security policy forbids that, and even the attempt is reported.
z.config({ jitless: true });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const queryClient = createQueryClient();
followSession(queryClient);
confirmSession(queryClient);
followChain(queryClient);
listenForKeys();
const router = createAppRouter(queryClient);

// The server may have sent the page's text: it stays on screen until the page itself can take its place. Not awaited at the
// top: the page's own code waits for this module.
if (root.firstElementChild === null) show(root);
else void router.load().then(() => show(root));

function show(container: Element): void {
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** Nothing read for one account outlives its session: the cache is emptied at every change of the token, and an ended session is told. */
function followSession(queryClient: QueryClient): () => void {
  return onTokenChange((change) => {
    // What is on screen is read again as the new account; the rest is forgotten.
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.resetQueries();
    if (change.kind === 'expired') showToast({ title: change.message, tone: 'failure' });
  });
}
