import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { titleOf } from '../actions.ts';
import { activitiesQuery, unlessPaused } from '../activity-queries.ts';

const shown = 3;

/** Events in which something is odd, newest first: what somebody should look at. */
export function Attention({ live }: { live: boolean }) {
  const { data } = useQuery({
    ...activitiesQuery({ anomalous: 'true', limit: shown }),
    enabled: unlessPaused(live),
  });
  if (!data) return <SkeletonText lines={3} />;
  if (data.length === 0) {
    return (
      <p className="flex items-center gap-2 text-muted">
        <CircleCheck aria-hidden="true" size={16} /> Every journey is in order.
      </p>
    );
  }
  return (
    <ul className="-my-1.5 divide-y divide-line">
      {data.map((activity) => (
        <li key={activity.id} className="flex items-baseline justify-between gap-3 py-1.5">
          <p className="min-w-0 truncate">
            {activity.assetId ? (
              <Link to="/assets/$assetId" params={{ assetId: activity.assetId }} className={linkClass}>
                {activity.assetId}
              </Link>
            ) : (
              <BlockLink index={activity.blockIndex} />
            )}{' '}
            <span className="text-muted">
              {titleOf(activity.action).toLowerCase()} {activity.anomalies.join(', ')}
            </span>
          </p>
          <span className="shrink-0 text-13 text-muted">
            <Time at={activity.timestamp} />
          </span>
        </li>
      ))}
    </ul>
  );
}
