import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { parsePlainSearch, stringifyPlainSearch } from '#platform/web/plain-search.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { routeTree } from './route-tree.gen.ts';

/** The app's router. Each route's code loads when it is needed, or on hover. `history` replaces that of the browser. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history === undefined ? {} : { history }),
    context: { queryClient },
    defaultPreload: 'intent',
    // TanStack Query decides what is fresh; the router must not cache separately.
    defaultPreloadStaleTime: 0,
    // Without a browser it would write an inline script, which the content security policy forbids.
    scrollRestoration: history === undefined,
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
