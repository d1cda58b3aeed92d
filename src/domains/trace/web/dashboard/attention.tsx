import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import { holds, opensTo } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { canHandle, canOpenEvents, type EventClock } from '#domains/trace/contract.ts';
import type { PanelProps } from '#platform/web/domain.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { unlessPaused } from '#platform/web/unless-paused.ts';
import { activitiesQuery, periodStatsQuery } from '../activity-queries.ts';
import { AssetLabel } from '../asset-label.tsx';
import { ForYou } from './for-you.tsx';
import { readActivities } from './panel-tables.ts';

const shown = 3;

/** What the user is to receive and holds, and uncorrected events with anomalies, newest first. */
export default function Attention({ period: { clock }, live }: PanelProps) {
  const { user } = useSession();
  if (user === null || !holds(user, canHandle)) return <Anomalies clock={clock} live={live} />;
  return (
    <div className="flex flex-col gap-2">
      <ForYou user={user} live={live} />
      <Anomalies clock={clock} live={live} />
    </div>
  );
}

function Anomalies({ clock, live }: { clock: EventClock; live: boolean }) {
  const { data } = useQuery({
    ...activitiesQuery({ clock, anomalous: 'true', limit: shown }),
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
        <li key={activity.id} className="py-1.5 wrap-anywhere">
          {activity.assetId ? (
            <Link to="/assets/$assetId" params={{ assetId: activity.assetId }} className={linkClass}>
              <AssetLabel name={activity.assetName} assetId={activity.assetId} />
            </Link>
          ) : (
            <BlockLink index={activity.blockIndex} />
          )}
          <p className="text-13 text-muted">
            {activity.assetId && activity.assetName !== undefined && activity.assetName !== activity.assetId ? (
              <>
                <code className="text-12">{activity.assetId}</code> ·{' '}
              </>
            ) : null}
            {activity.anomalies.join(', ')}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Shows the number of anomalies, as a link to them for accounts that may open it. */
export function PanelAction({ period }: PanelProps) {
  const { user } = useSession();
  const { data } = useQuery({ ...periodStatsQuery(period), enabled: false });
  if (data === undefined || data.openAnomalies === 0) return null;
  return (
    <span className="tabular text-13 text-muted">
      {opensTo(user, { capability: canOpenEvents }) ? (
        <Link to="/events" search={{ anomalous: 'true' }} className={linkClass}>
          All {formatCount(data.openAnomalies)}
        </Link>
      ) : (
        `${formatCount(data.openAnomalies)} total`
      )}
    </span>
  );
}

export const readTable = ({ period: { clock } }: PanelProps) => readActivities({ clock, anomalous: 'true' });
