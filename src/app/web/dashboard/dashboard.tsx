import type { QueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { VerdictBanner, verdictQuery } from '#domains/ledger/web/index.ts';
import { holds, opensTo, type User } from '#domains/participants/contract.ts';
import { askToSignIn, cachedUser, useSession } from '#domains/participants/web/index.ts';
import { canOpenEvents } from '#domains/trace/contract.ts';
import { periodStatsQuery } from '#domains/trace/web/index.ts';
import type { DashboardPanel } from '#platform/web/domain.ts';
import { dayOf } from '#platform/web/format-day.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { StoneStack } from '#platform/web/ui/chart/stone-stack.tsx';
import { type Arrangement, readArrangement, storeArrangement } from './arrangement.ts';
import { arrangedPanels, DashboardPanels, readPanelsAhead } from './dashboard-panels.tsx';
import { DashboardSearch } from './dashboard-search.ts';
import { DashboardStats } from './dashboard-stats.tsx';
import { DashboardToolbar } from './dashboard-toolbar.tsx';
import { panels } from './panels.ts';
import { clockedPeriodOf } from './period.ts';

/** Requests the page's data before the page is built, which takes a third of a second on a slow phone. */
export async function readAhead(queryClient: QueryClient, search: DashboardSearch): Promise<void> {
  const period = clockedPeriodOf(search, dayOf(Date.now()));
  void queryClient.prefetchQuery(periodStatsQuery(period));
  void queryClient.prefetchQuery(verdictQuery);
  await readPanelsAhead(arrangedPanels(panelsFor(cachedUser()), readArrangement()), { queryClient, period });
}

/** Returns the panels that the user may see. Only one leads, the one of its role: two would not fit on one screen. */
function panelsFor(user: User | null): readonly DashboardPanel[] {
  const opened = panels.filter((panel) => opensTo(user, panel));
  const leading = opened.find((panel) => panel.leads);
  return opened.filter((panel) => !panel.leads || panel === leading);
}

/** Shows tasks that need attention, totals over a period, recent events, and the state of the chain. */
export function Dashboard() {
  const { user, loading } = useSession();
  const isVisitor = user === null && !loading;
  const search = DashboardSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [arrangement, setArrangement] = useState(() => readArrangement());
  // Days are UTC days in every time zone.
  const today = dayOf(Date.now());
  const period = clockedPeriodOf(search, today);
  const live = search.live !== 'paused';
  const available = panelsFor(user);
  const opensEvents = user !== null && holds(user, canOpenEvents);
  const change = (next: Partial<DashboardSearch>) =>
    void navigate({ to: '.', search: { ...search, ...next }, replace: true, resetScroll: false });
  const arrange = (next: Arrangement) => {
    setArrangement(next);
    storeArrangement(next);
  };
  return (
    <div className="page-width flex flex-col gap-4 pt-3">
      <title>Dashboard · Cairn</title>
      {isVisitor ? null : <h1 className="sr-only">Dashboard</h1>}
      <div className="-order-2 flex flex-col gap-4 empty:hidden">
        {isVisitor ? <Welcome /> : null}
        <VerdictBanner />
      </div>
      <DashboardToolbar
        search={search}
        period={period}
        today={today}
        arrangement={arrangement}
        available={available.map(({ name }) => name)}
        onSearch={change}
        onArrange={arrange}
      />
      <DashboardPanels
        available={available}
        arrangement={arrangement}
        leads={!isVisitor}
        totals={
          <DashboardStats
            period={period}
            today={today}
            compare={search.compare !== 'off'}
            live={live}
            opensEvents={opensEvents}
          />
        }
        period={period}
        live={live}
      />
    </div>
  );
}

const stones = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4, tone: 'teal' as const }];

/** Greets signed-out visitors. */
function Welcome() {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4 [.signed-in_&]:hidden">
      <span className="max-sm:hidden">
        <StoneStack stones={stones} rows={4} width={56} />
      </span>
      <div className="min-w-0 flex-1 basis-80">
        <h1 className="text-20 font-semibold">Every step on record, for anyone to verify.</h1>
        <p className="mt-0.5 text-muted">
          Follow goods from the factory to the shop, block by block. Look around, and verify any of it yourself.
        </p>
      </div>
      <div className="flex gap-2">
        <Button onClick={() => askToSignIn('create account')}>Create Account</Button>
        <Button className="max-sm:hidden" onClick={() => askToSignIn()}>
          Sign In
        </Button>
      </div>
    </div>
  );
}
