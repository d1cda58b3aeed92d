import type { ReactNode } from 'react';
import { SignInHost, useSession } from '#domains/participants/web/index.ts';
import { Outbox } from '#domains/trace/web/index.ts';
import { Toaster } from '#platform/web/ui/feedback/toaster.tsx';
import { TooltipLayer } from '#platform/web/ui/overlay/tooltip-layer.tsx';
import { entriesOnPhone, navigation } from '../navigation.ts';
import { AccountCorner } from './account-corner.tsx';
import { FloatingAssistant } from './assistant-link.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { PageNotices } from './page-notices.tsx';
import { PaletteHost } from './palette-host.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';

/** What surrounds every page: header, footer, the phone's bar, toasts, and a net under the page itself. */
export function AppShell({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const entries = navigation.filter((entry) => entry.visibleTo(user));
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-6 bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <PageNotices />
      <Outbox />
      <Header entries={entries} account={<AccountCorner />} />
      <main id="content" tabIndex={-1} className="min-h-dvh flex-1 outline-none">
        <ErrorBoundary title="This page could not be shown">{children}</ErrorBoundary>
      </main>
      <Footer />
      <BottomBar entries={entries} shown={entriesOnPhone} />
      <FloatingAssistant />
      <PaletteHost />
      <SignInHost />
      <Toaster />
      <TooltipLayer />
      <RouteAnnouncer />
    </div>
  );
}
