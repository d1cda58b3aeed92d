import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { Landing } from '../landing/landing.tsx';
import LandingSections from '../landing/landing-sections.tsx';
import { SectionFrame } from '../landing/late-sections.tsx';
import { entriesFor, entriesOnPhone } from '../navigation.ts';
import { BottomBar } from '../shell/bottom-bar.tsx';
import { DemoNotice } from '../shell/demo-notice.tsx';
import { Footer } from '../shell/footer.tsx';
import { Header } from '../shell/header.tsx';

/**
 * Renders the landing page as HTML, as a visitor without an account first sees it. The server sends it inside the page,
 * so that its text is visible before the app loads, or without it. The title is returned separately.
 */
export async function prerenderLanding(): Promise<{ title: string; html: string }> {
  const router = createRouter({
    routeTree: createRootRoute({ component: FirstSight }),
    history: createMemoryHistory({ initialEntries: ['/landing'] }),
  });
  await router.load();
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  const [, title = '', rest = ''] = /^(?:.*?)<title>(.*?)<\/title>(.*)$/s.exec(markup) ?? [];
  return { title, html: rest };
}

const below = (
  <SectionFrame>
    <LandingSections />
  </SectionFrame>
);

function FirstSight() {
  const entries = entriesFor(null);
  return (
    // Visitors with a stored session see the dashboard here instead (before-app.js detects them).
    <div className="flex min-h-dvh flex-col [.returning_&]:hidden">
      <DemoNotice />
      <Header entries={entries} account={<span className="h-control w-20" />} />
      <main className="min-h-dvh flex-1">
        <Landing sections={below} />
      </main>
      <Footer />
      <BottomBar entries={entries} shown={entriesOnPhone} />
    </div>
  );
}
