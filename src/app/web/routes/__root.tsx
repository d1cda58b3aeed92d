import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { AppShell } from '../shell/app-shell.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
});

function Root() {
  return (
    <AppShell>
      <Outlet />
    </AppShell>
  );
}
