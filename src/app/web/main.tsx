import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
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

// zod compiles its schemas with `new Function` if allowed. The content security policy forbids that and reports even
// the attempt.
z.config({ jitless: true });

const firstPageMilliseconds = 3000;
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const queryClient = createQueryClient();
followSession(queryClient);
confirmSession(queryClient);
followChain(queryClient);
listenForKeys();
storeApp();
const router = createAppRouter(queryClient);

// The server may have sent the page's text. It stays on screen until the page itself can replace it. Not awaited at the
// top level: the page's own code waits for this module.
if (root.firstElementChild === null) show(root);
else void router.load().then(async () => show(root, await doneEarly(root)));

/**
 * Returns a function that repeats the user's actions on the prerendered page in the app, if there are any. Waits while
 * a button is pressed.
 */
async function doneEarly(page: Element): Promise<(() => void) | undefined> {
  const { button, isHeld } = window.earlyPress ?? {};
  if (!button && !isHeld && !page.contains(document.activeElement)) return undefined;
  return (await import('./carry-over.ts')).carryOver(page);
}

/**
 * Replaces the page, and ends the work of before-app.js: the app itself now hides content for visitors, and handles
 * input. All in one task, because input between two tasks would be lost.
 */
function show(container: Element, carry?: () => void): void {
  flushSync(() =>
    createRoot(container).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
  document.documentElement.classList.remove('signed-in');
  document.onpointerdown = document.onpointerup = document.onpointercancel = null;
  document.onclick = document.onsubmit = null;
  carry?.();
}

/** Stores the app for use without a connection, after the first page has loaded its code and data. */
function storeApp(): void {
  const store = () => void import('./update/follow-builds.ts').then(({ followBuilds }) => followBuilds());
  window.addEventListener('load', () => setTimeout(store, firstPageMilliseconds));
}

/** Empties the cache whenever the token changes, so that no data outlives its session, and reports an expired session. */
function followSession(queryClient: QueryClient): () => void {
  return onTokenChange((change) => {
    // Queries on screen are refetched as the new account; the rest are dropped.
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.resetQueries();
    if (change.kind === 'expired') showToast({ title: change.message, tone: 'failure' });
  });
}
