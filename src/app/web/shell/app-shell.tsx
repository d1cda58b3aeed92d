import { useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { AccountMenu, askToSignIn, SignInHost, useSession } from '#domains/participants/web/index.ts';
import { Outbox } from '#domains/trace/web/index.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Toaster } from '#platform/web/ui/feedback/toaster.tsx';
import { TooltipLayer } from '#platform/web/ui/overlay/tooltip-layer.tsx';
import { domains } from '../domains.ts';
import { entriesFor, entriesOnPhone, phoneOrder } from '../navigation.ts';
import { Keys } from '../palette/keys.tsx';
import { FloatingAssistant } from './assistant-link.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { PageNotices } from './page-notices.tsx';
import { usePaletteRequest } from './palette-request.ts';
import { QuickActions } from './quick-action.tsx';

/** Surrounds every page with header, footer, the phone's bar, toasts, and an error boundary. */
export function AppShell({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const entries = entriesFor(user);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-6 bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <PageNotices />
      <Outbox />
      <Header entries={entries} account={<AccountCorner />} />
      <main id="content" tabIndex={-1} className="min-h-dvh flex-1 outline-none">
        <ErrorBoundary title="This page could not be displayed">{children}</ErrorBoundary>
      </main>
      <Footer />
      <BottomBar entries={phoneOrder(entries, user)} shown={entriesOnPhone} />
      <FloatingAssistant />
      <PaletteHost />
      <SignInHost />
      <Toaster />
      <TooltipLayer />
      <RouteAnnouncer />
    </div>
  );
}

/** Shows the sign-in button, or the account's main action and menu. Reserves its space while loading. */
function AccountCorner() {
  const { loading, user } = useSession();
  if (loading) return <span className="h-control w-20" />;
  if (user === null) {
    return (
      <Button className="[.signed-in_&]:invisible" onClick={() => askToSignIn()}>
        Sign In
      </Button>
    );
  }
  return (
    <>
      <Suspense>
        {headerItems.map(({ holder, Item }) => (user.role === holder ? <Item key={holder} /> : null))}
      </Suspense>
      <QuickActions user={user} />
      <AccountMenu user={user} />
    </>
  );
}

const headerItems = domains.flatMap(({ headerItem }) =>
  headerItem === undefined ? [] : [{ holder: headerItem.holder, Item: lazy(headerItem.load) }],
);

const Palette = lazy(() => import('../palette/palette.tsx'));
const ShortcutSheet = lazy(() => import('../palette/shortcut-sheet.tsx'));

/** Listens for keys from the first paint, and shows the palette or the shortcuts, which load on demand. */
function PaletteHost() {
  const asked = usePaletteRequest();
  return (
    <>
      <Keys />
      <Suspense>
        {asked === 'search' ? <Palette /> : null}
        {asked === 'shortcuts' ? <ShortcutSheet /> : null}
      </Suspense>
    </>
  );
}

/** Announces a newly opened page to screen readers. Silent on the first page, which the browser announces. */
function RouteAnnouncer() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const router = useRouter();
  const [first] = useState(() => router.state.location.pathname);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (path !== undefined && (path !== first || said !== '')) setSaid(document.title);
  }, [path, first, said]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}
