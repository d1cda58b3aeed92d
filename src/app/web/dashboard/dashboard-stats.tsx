import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { verdictQuery } from '#domains/ledger/web/index.ts';
import { statsQuery } from '#domains/trace/web/index.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Stat, StatRow } from '#platform/web/ui/stat.tsx';

type Day = { readonly day: string; readonly events: number; readonly assets: number };

const week = 7;
/** Covers the whole card, so that all of it leads to the rows behind the figure. */
const cover =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent';

/** The four figures, each leading to what it counts. */
export function DashboardStats() {
  const { data, error, refetch } = useQuery(statsQuery);
  const verdict = useQuery(verdictQuery);
  if (error && !data)
    return <ErrorState title="The figures could not be loaded" error={error} onRetry={() => void refetch()} />;
  const checked = verdict.data;
  const figure = (value: number | undefined, link: (text: string) => ReactNode) =>
    value === undefined ? undefined : link(formatCount(value));
  return (
    <StatRow label="Figures">
      <Stat
        label="Total Assets"
        value={figure(data?.totalAssets, (text) => (
          <Link to="/assets" className={cover}>
            {text}
          </Link>
        ))}
        detail={data ? since(data.daily, 'assets') : ' '}
        {...trendOf(data?.daily, 'assets')}
      />
      <Stat
        label="Blockchain Events"
        value={figure(data?.totalEvents, (text) => (
          <Link to="/blockchain" className={cover}>
            {text}
          </Link>
        ))}
        detail={data ? since(data.daily, 'events') : ' '}
        {...trendOf(data?.daily, 'events')}
      />
      <Stat
        label="Active Participants"
        value={figure(data?.activeParticipants, (text) => text)}
        detail="registered and active"
      />
      <Stat
        label="Chain Integrity"
        value={
          <Link to="/blockchain" search={{ action: 'validate' }} className={cover}>
            {data?.chainIntegrity ?? 100}%
          </Link>
        }
        detail={
          checked === undefined
            ? ' '
            : checked.valid
              ? `${formatCount(checked.verifiedBlocks)} of ${formatCount(checked.totalBlocks)} blocks checked`
              : checked.blockIndex === undefined
                ? 'broken'
                : `broken at block ${formatCount(checked.blockIndex)}`
        }
      />
    </StatRow>
  );
}

function since(daily: readonly Day[], what: 'events' | 'assets'): string {
  const total = daily.slice(-week).reduce((sum, day) => sum + day[what], 0);
  return total === 0 ? 'none in the last 7 days' : `+${formatCount(total)} in the last 7 days`;
}

/** A line needs days to run through: with a single day it would show nothing but a jump. */
function trendOf(daily: readonly Day[] | undefined, what: 'events' | 'assets') {
  const values = daily?.map((day) => day[what]) ?? [];
  return values.filter((value) => value > 0).length < 2 ? {} : { trend: values };
}
