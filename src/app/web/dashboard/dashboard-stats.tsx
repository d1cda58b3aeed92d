import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ChainVerdict } from '#domains/ledger/contract.ts';
import { useVerdict } from '#domains/ledger/web/index.ts';
import { periodStatsQuery } from '#domains/trace/web/index.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { Stat, StatRow } from '#platform/web/ui/chart/stat.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { unlessPaused } from '#platform/web/unless-paused.ts';
import { type ClockedPeriod, differenceInWords, wordsFor } from './period.ts';

/** Covers the whole card, so that a click anywhere on it opens the rows behind the number. */
const cover =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent';
const above = 'relative z-10 rounded-6 underline decoration-line-strong underline-offset-4 hover:text-ink';

export type DashboardStatsProps = {
  period: ClockedPeriod;
  today: string;
  compare: boolean;
  live: boolean;
  /** Reports whether the viewer can open the event list. */
  opensEvents: boolean;
};

/**
 * Shows the four totals with their change in the period. Each links to the rows it counts, if a list shows exactly
 * those.
 */
export function DashboardStats({ period, today, compare, live, opensEvents }: DashboardStatsProps) {
  const { data, error, refetch } = useQuery({ ...periodStatsQuery(period), enabled: unlessPaused(live) });
  const verdict = useVerdict({ live });
  if (error && !data)
    return <ErrorState title="The totals could not be loaded" error={error} onRetry={() => void refetch()} />;
  const checked = verdict.data;
  const figure = (value: number | undefined, link: (text: string) => ReactNode) =>
    value === undefined ? undefined : link(formatCount(value));
  const brought = (what: 'events' | 'assets') => {
    if (data?.period === undefined) return ' ';
    const { previous, from, to } = data.period;
    const words = `+${formatCount(data.period[what])} ${wordsFor({ from, to }, today)}`;
    const clock = period.clock === 'recorded' ? ({ clock: 'recorded' } as const) : {};
    return (
      <>
        {/* An asset counts with its first event, of any action, and no list of events shows exactly those. */}
        {opensEvents && what === 'events' ? (
          <Link to="/events" search={{ ...clock, from, to }} className={above}>
            {words}
          </Link>
        ) : (
          words
        )}
        {compare ? `, ${differenceInWords(data.period[what], previous[what])}` : ''}
      </>
    );
  };
  return (
    <StatRow label="Totals">
      <Stat
        label="Total Assets"
        value={figure(data?.totalAssets, (text) => (
          <Link to="/assets" className={cover}>
            {text}
          </Link>
        ))}
        detail={brought('assets')}
        {...trendOf(data?.period?.daily, 'assets')}
      />
      <Stat
        label="Blockchain Events"
        value={figure(data?.totalEvents, (text) => (
          <Link to="/blockchain" className={cover}>
            {text}
          </Link>
        ))}
        detail={brought('events')}
        {...trendOf(data?.period?.daily, 'events')}
      />
      <Stat
        label="Active Participants"
        value={figure(data?.activeParticipants, (text) => (
          <Link to="/participants" search={{ status: 'active' }} className={cover}>
            {text}
          </Link>
        ))}
        detail="registered and active"
      />
      <Stat
        label="Chain Integrity"
        value={
          checked && (
            <Link to="/blockchain" search={{ action: 'validate' }} className={cover}>
              {integrityOf(checked)}
            </Link>
          )
        }
        detail={checked ? integrityDetail(checked) : ' '}
      />
    </StatRow>
  );
}

const integrityOf = ({ state }: ChainVerdict) =>
  state === 'valid' ? '100%' : state === 'unknown' ? 'Not verified' : '0%';

function integrityDetail({ state, verifiedBlocks, totalBlocks, blockIndex }: ChainVerdict): string {
  if (state === 'invalid') return blockIndex === undefined ? 'Error' : `Error at block ${formatCount(blockIndex)}`;
  return `${formatCount(verifiedBlocks)} of ${formatCounted(totalBlocks, 'block')} checked`;
}

type Day = { readonly events: number; readonly assets: number };

/** A trend line needs at least two days with values. */
function trendOf(daily: readonly Day[] | undefined, what: 'events' | 'assets') {
  const values = daily?.map((day) => day[what]) ?? [];
  return values.filter((value) => value > 0).length < 2 ? {} : { trend: values };
}
