import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ChartColumn, Table } from 'lucide-react';
import { linkClass } from '#domains/ledger/web/index.ts';
import { holds } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { canOpenEvents } from '#domains/trace/contract.ts';
import { periodStatsQuery } from '#domains/trace/web/index.ts';
import type { PanelProps } from '#platform/web/domain.ts';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { BarChart } from '#platform/web/ui/chart/bar-chart.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { DashboardSearch } from './dashboard-search.ts';
import { readTotals } from './panel-csv.ts';

/** Draws the events of the period, day by day. Uses the data of the totals. */
export default function PeriodPanel({ period }: PanelProps) {
  const { user } = useSession();
  const { chart } = DashboardSearch.parse(useSearch({ strict: false }));
  const { data, error, refetch } = useQuery({ ...periodStatsQuery(period), enabled: false });
  if (error && !data)
    return <ErrorState title="Couldn't load the events by day" error={error} onRetry={() => void refetch()} />;
  const daily = data?.period?.daily;
  if (daily === undefined) return <Skeleton className="h-44" />;
  const clock = period.clock === 'recorded' ? ({ clock: 'recorded' } as const) : {};
  return (
    <BarChart
      label={period.clock === 'recorded' ? 'Events by the day they were recorded' : 'Events by the day they happened'}
      series={['Events', 'New assets']}
      days={daily.map(({ day, events, assets }) => ({ day, counts: [events, assets] }))}
      asTable={chart === 'table'}
      {...(user !== null && holds(user, canOpenEvents)
        ? {
            link: ({ from, to }, words) => (
              <Link to="/events" search={{ ...clock, from, to }} className={linkClass}>
                {words}
              </Link>
            ),
          }
        : {})}
    />
  );
}

/** Switches between the chart and its table. */
export function PanelAction() {
  const search = DashboardSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const drawn = search.chart !== 'table';
  const next = { ...search, chart: drawn ? ('table' as const) : undefined };
  return (
    <IconButton
      label={drawn ? 'Show as table' : 'Show as chart'}
      size="small"
      onClick={() => void navigate({ to: '.', search: next, replace: true, resetScroll: false })}
    >
      {drawn ? <Table aria-hidden="true" size={14} /> : <ChartColumn aria-hidden="true" size={14} />}
    </IconButton>
  );
}

export const readTable = ({ period }: PanelProps) => readTotals(period);
