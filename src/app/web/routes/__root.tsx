import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { AppShell } from '../shell/app-shell.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { mayTakeBuild } from '../update/follow-builds.ts';

let shownPath = window.location.pathname;

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: ({ location: { pathname }, preload }) => {
    if (preload || pathname === shownPath) return undefined;
    shownPath = pathname;
    if (!mayTakeBuild()) return undefined;
    // The address is this one already. The page opens as the newer build's.
    window.location.reload();
    return new Promise<never>(() => {});
  },
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
