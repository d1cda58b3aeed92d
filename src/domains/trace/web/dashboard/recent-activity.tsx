import { useQuery } from '@tanstack/react-query';
import type { EventClock } from '#domains/trace/contract.ts';
import type { PanelAhead, PanelProps } from '#platform/web/domain.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonRows } from '#platform/web/ui/feedback/skeleton.tsx';
import { unlessPaused } from '#platform/web/unless-paused.ts';
import { activitiesQuery } from '../activity-queries.ts';
import { ActivityList } from '../events/activity-list.tsx';
import { FirstAction } from './first-action.tsx';
import { readActivities } from './panel-tables.ts';

const shown = 10;
const skeletonRows = 3;

/** A client whose clock is ahead must not push out what has happened. */
const newestQuery = (clock: EventClock) => activitiesQuery({ clock, past: 'true', limit: shown });

/** Shows the latest events, live. */
export default function RecentActivity({ period: { clock }, live }: PanelProps) {
  const { data, error, refetch } = useQuery({
    ...newestQuery(clock),
    enabled: unlessPaused(live),
  });
  if (error && !data)
    return <ErrorState title="Couldn't load recent activity" error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div aria-busy="true" className="px-5 max-lg:min-h-dvh">
        <SkeletonRows rows={skeletonRows} />
      </div>
    );
  }
  if (data.length === 0) return <EmptyState title="No recent activities" action={<FirstAction />} />;
  return <ActivityList label="Recent Activity" clock={clock} activities={data} />;
}

export const readAhead = ({ queryClient, period: { clock } }: PanelAhead): void =>
  void queryClient.prefetchQuery(newestQuery(clock));

export const readTable = ({ period: { clock } }: PanelProps) => readActivities({ clock, past: 'true' });
