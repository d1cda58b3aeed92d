import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createQueryClient } from '../query-client.ts';
import { Toaster } from '../ui/feedback/toaster.tsx';

/**
 * Renders `children` as the app does: inside a router, the app's query client and the toaster. Resolves once they are on
 * the page, with a user who types and clicks, and the router whose location links change.
 */
export async function renderApp(children: ReactNode) {
  const user = userEvent.setup();
  const queryClient = createQueryClient();
  const root = createRootRoute({
    component: () => (
      <>
        <main data-testid="page">{children}</main>
        <Toaster />
      </>
    ),
    notFoundComponent: () => null,
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByTestId('page');
  return { user, queryClient, router };
}
