import { useQuery } from '@tanstack/react-query';
import type { ParticipantActivity } from '#domains/trace/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { DayBars } from '#platform/web/ui/chart/day-bars.tsx';
import { Stat, StatRow } from '#platform/web/ui/chart/stat.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { toneOf } from '../actions.ts';
import { activityQuery } from './activity-query.ts';
import { HandledAssets } from './handled-assets.tsx';

/** The activity of a participant: totals, days, actions, assets and counterparties. */
export function ParticipantDoings({ username }: { username: string }) {
  const { data, error, refetch } = useQuery(activityQuery(username));
  if (error && !data)
    return <ErrorState title="Couldn't load the activity" error={error} onRetry={() => void refetch()} />;
  return (
    <div className="flex min-w-0 flex-col gap-5" aria-busy={data === undefined}>
      <StatRow label="Activity">
        <Stat label="Events" value={data && formatCount(data.totalEvents)} />
        <Stat label="Assets handled" value={data && atLeast(data, data.assetCount)} />
        <Stat label="Counterparties" value={data && atLeast(data, data.counterparties.length)} />
        <Stat label="Last event" value={data && <LastEvent at={data.lastAt} />} />
      </StatRow>
      {data === undefined ? (
        <Skeleton className="h-64 w-full rounded-12 max-lg:h-dvh" />
      ) : data.read.events === 0 ? (
        <Card title="Activity">
          <EmptyState title="No events yet" description="Its first event will show up here." />
        </Card>
      ) : (
        <>
          <Card title="Events per day" description={basisOf(data)}>
            <DayBars
              label="Events per day"
              unit="event"
              bars={data.byDay.map(({ day, events }) => ({ day, count: events }))}
            />
            <ul aria-label="Events by action" className="mt-4 flex flex-wrap gap-2">
              {data.byAction.map(({ action, events }) => (
                <li key={action}>
                  <Badge tone={toneOf(action)}>
                    {action.replaceAll('_', ' ')} {formatCount(events)}
                  </Badge>
                </li>
              ))}
            </ul>
          </Card>
          <HandledAssets activity={data} />
        </>
      )}
    </div>
  );
}

/** Shows a count as a lower bound if it is based on only the newest events. */
const atLeast = ({ read }: ParticipantActivity, count: number) =>
  read.complete ? formatCount(count) : `${formatCount(count)}+`;

const basisOf = ({ read }: ParticipantActivity) =>
  read.complete ? 'When they happened' : `When the newest ${formatCount(read.events)} of them happened`;

function LastEvent({ at }: { at: string | undefined }) {
  if (at === undefined) return 'None';
  return (
    <span className="text-16">
      <Time at={at} />
    </span>
  );
}
