import { Link } from '@tanstack/react-router';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import type { Activity, EventClock } from '#domains/trace/contract.ts';
import { styleOf, titleOf } from '../actions.ts';
import { AnomalyBadge } from '../anomaly-badge.tsx';
import { AssetLabel } from '../asset-label.tsx';
import { EventTime, OtherEventTime } from '../event-time.tsx';

/** Events as lines: action, asset, participant, location, time and block. */
export function ActivityList({
  activities,
  label,
  clock,
}: {
  activities: readonly Activity[];
  label: string;
  /** The clock of the list's order. */
  clock: EventClock;
}) {
  return (
    <ol aria-label={label} className="divide-y divide-line">
      {activities.map((activity) => (
        <ActivityLine key={activity.id} activity={activity} clock={clock} />
      ))}
    </ol>
  );
}

function ActivityLine({ activity, clock }: { activity: Activity; clock: EventClock }) {
  const { action, assetId, assetName = assetId, participantName, location, anomalies, blockIndex } = activity;
  const times = { clock, happened: activity.timestamp, recorded: activity.recordedAt };
  const { corrects, correctedBy } = activity;
  const { icon: Icon, tone } = styleOf(action);
  return (
    <li className="flex items-center gap-3 px-5 py-1">
      <span
        data-tone={tone}
        className="grid size-7 shrink-0 place-items-center rounded-full border border-tone-line bg-tone-soft text-tone-ink"
      >
        <Icon aria-hidden="true" size={14} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-1.5">
          <span className={correctedBy === undefined ? 'font-medium' : 'font-medium text-muted line-through'}>
            {titleOf(action)}
          </span>
          {assetId ? (
            <Link to="/assets/$assetId" params={{ assetId }} className={`${linkClass} min-w-0 wrap-anywhere`}>
              <AssetLabel name={assetName} assetId={assetId} />
            </Link>
          ) : null}
          {anomalies.map((anomaly) => (
            <AnomalyBadge key={anomaly} anomaly={anomaly} />
          ))}
        </p>
        <p className="gap-x-1 text-13 text-muted wrap-anywhere lg:flex lg:flex-wrap">
          <span>
            {assetName === assetId ? null : (
              <>
                <code className="text-12 wrap-anywhere">{assetId}</code>
                {' · '}
              </>
            )}
            {participantName}
          </span>{' '}
          {location ? (
            <span title={location} className="lg:min-w-24 lg:flex-1 lg:basis-0 lg:truncate">
              · {location}
            </span>
          ) : null}{' '}
          <span className="empty:hidden">
            <OtherEventTime {...times} />
            {corrects === undefined ? null : (
              <>
                {' · corrects '}
                <BlockLink index={corrects} />
              </>
            )}
            {correctedBy === undefined ? null : (
              <>
                {' · corrected by '}
                <BlockLink index={correctedBy} />
              </>
            )}
          </span>
        </p>
      </div>
      <div className="shrink-0 text-right text-13">
        <p className="text-muted">
          <EventTime {...times} />
        </p>
        <BlockLink index={blockIndex} />
      </div>
    </li>
  );
}
