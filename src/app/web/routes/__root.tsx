import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { AppShell } from '../shell/app-shell.tsx';
import { mayTakeBuild } from '../update/newer-build.ts';

let shownPath: string | undefined;

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: ({ location: { pathname }, preload }) => {
    if (preload || pathname === shownPath) return undefined;
    const first = shownPath === undefined;
    shownPath = pathname;
    if (first || !mayTakeBuild()) return undefined;
    // The URL is already this one. The page opens in the newer build.
    window.location.reload();
    return new Promise<never>(() => {});
  },
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('../shell/not-found-page.tsx'), 'NotFoundPage'),
});

function Root() {
  return (
    <AppShell>
      <Outlet />
    </AppShell>
  );
}
