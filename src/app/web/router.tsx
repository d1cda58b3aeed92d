import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { parsePlainSearch, stringifyPlainSearch } from '#platform/web/plain-search.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { routeTree } from './route-tree.gen.ts';

/** The router of the app: every route's code is fetched when it is needed, and already on hover. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // Query decides what is fresh; the router must not keep a second opinion.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
    defaultErrorComponent: ({ error, reset }) => (
      <ErrorState title="This page could not be shown" error={error} onRetry={reset} />
    ),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
