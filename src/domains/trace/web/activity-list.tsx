import { Link } from '@tanstack/react-router';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import type { Activity } from '#domains/trace/contract.ts';
import { Time } from '#platform/web/ui/time.tsx';
import { styleOf, titleOf } from './actions.ts';
import { AnomalyBadge } from './anomaly-badge.tsx';

/** Events as lines: what, to which asset, by whom and where, when it happened, and its block. */
export function ActivityList({ activities, label }: { activities: readonly Activity[]; label: string }) {
  return (
    <ol aria-label={label} className="divide-y divide-line">
      {activities.map((activity) => (
        <ActivityLine key={activity.id} activity={activity} />
      ))}
    </ol>
  );
}

function ActivityLine({ activity }: { activity: Activity }) {
  const { action, assetId, participantName, location, timestamp, anomalies, blockIndex } = activity;
  const { icon: Icon, tone } = styleOf(action);
  return (
    <li className="flex items-center gap-3 px-5 py-1.5">
      <span
        data-tone={tone}
        className="grid size-7 shrink-0 place-items-center rounded-full border border-tone-line bg-tone-soft text-tone-ink"
      >
        <Icon aria-hidden="true" size={14} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-1.5">
          <span className="font-medium">{titleOf(action)}</span>
          {assetId ? (
            <Link to="/assets/$assetId" params={{ assetId }} className={`${linkClass} max-w-full truncate`}>
              {assetId}
            </Link>
          ) : null}
          {anomalies.map((anomaly) => (
            <AnomalyBadge key={anomaly} anomaly={anomaly} />
          ))}
        </p>
        <p className="truncate text-13 text-muted">
          {participantName}
          {location ? ` · ${location}` : ''}
        </p>
      </div>
      <div className="shrink-0 text-right text-13">
        <p className="text-muted">
          <Time at={timestamp} />
        </p>
        <BlockLink index={blockIndex} />
      </div>
    </li>
  );
}
