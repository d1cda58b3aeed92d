import { useQuery } from '@tanstack/react-query';
import { Pause, Play, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useHead } from '#domains/ledger/web/index.ts';
import { ClockSelect, periodStatsQuery } from '#domains/trace/web/index.ts';
import { useConnection } from '#platform/web/connection.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { useDeferred } from '#platform/web/ui/timing/use-deferred.ts';
import { Time } from '#platform/web/ui/value/time.tsx';
import type { Arrangement } from './arrangement.ts';
import type { DashboardSearch } from './dashboard-search.ts';
import type { ClockedPeriod } from './period.ts';

const CustomPeriod = lazy(() => import('./custom-period.tsx'));

const ranges = [
  { value: 'today', label: 'Today' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: 'custom', label: 'Custom' },
];
const comparisons = [
  { value: 'previous', label: 'vs. previous period' },
  { value: 'off', label: 'No comparison' },
];

export type DashboardToolbarProps = {
  search: DashboardSearch;
  period: ClockedPeriod;
  today: string;
  arrangement: Arrangement;
  /** The names of the panels that the viewer may see. */
  available: readonly string[];
  onSearch: (change: Partial<DashboardSearch>) => void;
  onArrange: (arrangement: Arrangement) => void;
};

/** Selects the period and its clock, the comparison, live updates, and the panels. */
export function DashboardToolbar({
  search,
  period,
  today,
  arrangement,
  available,
  onSearch,
  onArrange,
}: DashboardToolbarProps) {
  const { range, compare } = search;
  const chooseRange = (value: string) =>
    onSearch(
      value === 'custom'
        ? { range: 'custom', from: period.from, to: period.to }
        : { range: value === '30' ? undefined : (value as 'today' | '7' | '90'), from: undefined, to: undefined },
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="Period"
        options={ranges}
        value={range ?? '30'}
        onChange={({ target }) => chooseRange(target.value)}
        className="max-sm:flex-auto sm:w-40"
      />
      {range === 'custom' ? (
        <Suspense>
          <CustomPeriod
            period={{ from: search.from ?? period.from, to: search.to ?? period.to }}
            today={today}
            onChange={onSearch}
          />
        </Suspense>
      ) : null}
      <ClockSelect
        aria-label="Dates and order"
        clock={period.clock}
        onClockChange={(clock) => onSearch({ clock: clock === 'recorded' ? clock : undefined })}
        className="max-sm:flex-auto sm:w-48"
      />
      <Select
        aria-label="Comparison"
        options={comparisons}
        value={compare ?? 'previous'}
        onChange={({ target }) => onSearch({ compare: target.value === 'off' ? 'off' : undefined })}
        className="max-sm:flex-auto sm:w-48"
      />
      {/* On its own line on a phone, because the width of the mark changes with the connection and would shift the page. */}
      <div className="ml-auto flex items-center gap-1 max-sm:w-full max-sm:justify-end">
        <LiveMark period={period} paused={search.live === 'paused'} />
        <Button
          size="small"
          variant="quiet"
          icon={
            search.live === 'paused' ? <Play aria-hidden="true" size={14} /> : <Pause aria-hidden="true" size={14} />
          }
          onClick={() => onSearch({ live: search.live === 'paused' ? undefined : 'paused' })}
        >
          {search.live === 'paused' ? 'Resume' : 'Pause'}
        </Button>
        <Arrange arrangement={arrangement} available={available} onArrange={onArrange} />
      </div>
    </div>
  );
}

function LiveMark({ period, paused }: { period: ClockedPeriod; paused: boolean }) {
  const { state } = useHead();
  const { dataUpdatedAt } = useQuery({ ...periodStatsQuery(period), enabled: false });
  // A stream without a network stays open until a keep-alive is missed.
  const connected = useConnection() === 'online';
  const live = state === 'live' && connected && !paused;
  return (
    <span data-tone={live ? 'green' : 'grey'} className="flex items-center gap-1.5 text-12 text-muted">
      <span aria-hidden="true" className="size-1.5 rounded-full bg-tone-solid" />
      <span>
        {paused ? 'Paused' : live ? 'Live' : state === 'connecting' && connected ? 'Connecting' : 'Not connected'}
      </span>
      {dataUpdatedAt > 0 ? (
        <span className={live || paused ? 'max-sm:hidden' : ''}>
          updated <Time at={dataUpdatedAt / 1000} />
        </span>
      ) : null}
    </span>
  );
}

function Arrange({
  arrangement,
  available,
  onArrange,
}: {
  arrangement: Arrangement;
  available: readonly string[];
  onArrange: (arrangement: Arrangement) => void;
}) {
  const { module, triggerProps } = useDeferred(() => import('./arrange-dialog.tsx'));
  const label = 'Arrange panels';
  const icon = <SlidersHorizontal aria-hidden="true" size={14} />;
  if (!module) {
    return (
      <IconButton label={label} size="small" aria-haspopup="dialog" {...triggerProps}>
        {icon}
      </IconButton>
    );
  }
  return (
    <module.ArrangeDialog
      arrangement={arrangement}
      available={available}
      onArrange={onArrange}
      trigger={
        <IconButton label={label} size="small" tooltip={false}>
          {icon}
        </IconButton>
      }
    />
  );
}
