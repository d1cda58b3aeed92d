import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useId } from 'react';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import { holds, me, opensTo, type User } from '#domains/participants/contract.ts';
import { cachedUser, useSession } from '#domains/participants/web/index.ts';
import { type Activity, canHandle, canOpenEvents, type EventClock } from '#domains/trace/contract.ts';
import { call } from '#platform/web/api-client.ts';
import type { PanelAhead, PanelProps, PanelTable } from '#platform/web/domain.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { readToken } from '#platform/web/token-store.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { unlessPaused } from '#platform/web/unless-paused.ts';
import { activitiesQuery, ownAssetsQuery, periodStatsQuery } from '../activity-queries.ts';
import { AssetLabel } from '../asset-label.tsx';
import { ForYou, readTasksAhead } from './for-you.tsx';
import { readActivities } from './panel-tables.ts';

/** With shipments on their way to the user, their rows replace all anomalies but the newest. */
const shown = { alone: 3, besideArrivals: 1 };

/** The newest events that are read, one page of the list. They are counted, and several may concern one asset. */
const readMax = 100;

/**
 * Shipments to the user, assets it holds, and the newest uncorrected event with anomalies of each asset, newest first.
 */
export default function Attention({ period: { clock }, live }: PanelProps) {
  const { user } = useSession();
  const handler = user !== null && holds(user, canHandle) ? user : undefined;
  const concerning = concernedIn(user);
  const enabled = unlessPaused(live);
  const own = { enabled: handler !== undefined && enabled };
  const me = handler?.username ?? '';
  const addressed = useQuery({ ...ownAssetsQuery({ addressee: me }), ...own });
  const held = useQuery({ ...ownAssetsQuery({ custodian: me }), ...own });
  const anomalies = useQuery({ ...anomaliesQuery(clock, concerning), enabled });
  const failed = [addressed, held, anomalies].filter(({ error, data }) => error !== null && data === undefined);
  if (failed[0])
    return (
      <ErrorState
        title="Couldn't load what needs attention"
        error={failed[0].error}
        onRetry={() => {
          for (const { refetch } of failed) void refetch();
        }}
      />
    );
  const arrivals = handler === undefined ? 0 : (addressed.data?.assets.length ?? 0);
  // Shown together: each row of a shipment takes the place of anomalies.
  const isReady = (handler === undefined ? [anomalies] : [addressed, held, anomalies]).every(
    ({ data }) => data !== undefined,
  );
  return (
    <div className="flex flex-col gap-2">
      {handler === undefined ? null : <ForYou user={handler} live={live} isReady={isReady} />}
      <Anomalies
        data={isReady ? anomalies.data : undefined}
        concerning={concerning}
        limit={arrivals === 0 ? shown.alone : shown.besideArrivals}
      />
    </div>
  );
}

export function readAhead({ queryClient, period: { clock } }: PanelAhead): void {
  const user = cachedUser();
  void queryClient.prefetchQuery(anomaliesQuery(clock, concernedIn(user)));
  if (user !== null && holds(user, canHandle)) readTasksAhead(queryClient, user);
}

const anomaliesQuery = (clock: EventClock, concerning: string | undefined) =>
  activitiesQuery({ clock, anomalous: 'true', concerning, limit: readMax });

/** Returns the username whose assets matter to the viewer; undefined for a role that oversees the whole ledger. */
const concernedIn = (user: User | null): string | undefined =>
  user === null || user.administrator || user.auditor || !holds(user, canHandle) ? undefined : user.username;

type AnomaliesProps = { data: readonly Activity[] | undefined; concerning: string | undefined; limit: number };

function Anomalies({ data, concerning, limit }: AnomaliesProps) {
  const heading = useId();
  const more = data === undefined ? 0 : newestOfEachAsset(data).length - limit;
  return (
    <section aria-labelledby={heading}>
      <div className="mb-1 flex justify-between gap-3 text-13 text-muted">
        <h3 id={heading} className="font-medium">
          {concerning === undefined ? 'Anomalies on this ledger' : 'Anomalies of your assets'}
        </h3>
        {data !== undefined && more > 0 ? (
          <span>
            {data.length < readMax ? '' : 'at least '}
            {formatCounted(more, 'more asset')}
          </span>
        ) : null}
      </div>
      <AnomalyList {...{ data, concerning, limit }} />
    </section>
  );
}

function AnomalyList({ data, concerning, limit }: AnomaliesProps) {
  if (!data)
    return (
      <div aria-busy="true">
        <SkeletonText lines={7} />
      </div>
    );
  if (data.length === 0) {
    return (
      <p className="flex items-center gap-2 text-muted">
        <CircleCheck aria-hidden="true" size={16} />{' '}
        {concerning === undefined ? 'Every journey is in order.' : 'Each of your journeys is in order.'}
      </p>
    );
  }
  return (
    <ul className="-mb-1.5 divide-y divide-line">
      {newestOfEachAsset(data)
        .slice(0, limit)
        .map((activity) => (
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

/** Returns the first event of each asset, and every event without one. */
function newestOfEachAsset(activities: readonly Activity[]): Activity[] {
  const seen = new Set<string>();
  return activities.filter(({ assetId }) => {
    if (assetId === undefined) return true;
    const isFirst = !seen.has(assetId);
    seen.add(assetId);
    return isFirst;
  });
}

/** Shows the number of anomalies that the panel is about, as a link to exactly those for accounts that may open it. */
export function PanelAction({ period, live }: PanelProps) {
  const { user } = useSession();
  const concerning = concernedIn(user);
  const stats = useQuery({ ...periodStatsQuery(period), enabled: false });
  const own = useQuery({
    ...anomaliesQuery(period.clock, concerning),
    enabled: concerning !== undefined && unlessPaused(live),
  });
  const count = concerning === undefined ? stats.data?.openAnomalies : own.data?.length;
  if (count === undefined || count === 0) return null;
  const isAll = concerning === undefined || count < readMax;
  const anomalies = `${isAll ? '' : 'at least '}${formatCounted(count, 'anomaly', 'anomalies')}`;
  return (
    <span className="tabular text-13 text-muted">
      {opensTo(user, { capability: canOpenEvents }) ? (
        <Link
          to="/events"
          search={{ anomalous: 'true', ...(concerning === undefined ? {} : { concerning }) }}
          className={linkClass}
        >
          {isAll ? `All ${anomalies}` : `All, ${anomalies}`}{' '}
          <span className="sr-only">{concerning === undefined ? 'on the ledger' : 'of your assets'}</span>
        </Link>
      ) : (
        anomalies
      )}
    </span>
  );
}

/** Reads the anomalies that the panel shows to the viewer. */
export async function readTable({ period: { clock } }: PanelProps): Promise<PanelTable> {
  const viewer = readToken() === null ? null : (await call(me, {}, { silent: true })).user;
  const concerning = concernedIn(viewer);
  return readActivities({ clock, anomalous: 'true', ...(concerning === undefined ? {} : { concerning }) });
}
