import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { parsePlainSearch, stringifyPlainSearch } from '#platform/web/plain-search.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { routeTree } from './route-tree.gen.ts';

/** The app's router. Each route's code loads when it is needed, or on hover. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // TanStack Query decides what is fresh; the router must not cache separately.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
    defaultErrorComponent: ({ error, reset }) => (
      <ErrorState page title="This page could not be displayed" error={error} onRetry={reset} />
    ),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
