import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { linkClass } from '#domains/ledger/web/index.ts';
import { holds } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { type Asset, canHandle } from '#domains/trace/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { SkeletonRows } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useMediaQuery } from '#platform/web/use-media-query.ts';
import { AssetLabel } from '../asset-label.tsx';
import { EventTime } from '../event-time.tsx';
import { assetsQuery } from '../queries.ts';
import { StatusBadge } from '../status-badge.tsx';

const shown = 4;
const more = 20;
/** The most that the API lists at once. */
const listMax = 100;

/** Shipments addressed to the user, then open ones, newest first, each with the actions that confirm its arrival. */
export function Confirmations() {
  const { user } = useSession();
  const enabled = user !== null && holds(user, canHandle);
  const me = user?.username ?? '';
  const [limit, setLimit] = useState(shown);
  const page = { sortBy: 'updatedAt', sortOrder: 'desc', page: 1 } as const;
  const [addressed, open] = useQueries({
    queries: [
      { ...assetsQuery({ ...page, addressee: me, limit: shown }), enabled },
      { ...assetsQuery({ ...page, open: 'true', limit }), enabled },
    ],
  });
  // On a phone the events come first, so the list is a line until it is opened.
  const phone = useMediaQuery('(width < 40rem)');
  const [isOpened, setOpened] = useState(false);
  const isRead = !addressed.isPending && !open.isPending;
  const own = groupOf('Addressed to you', addressed.data);
  // At first as many rows as the skeleton has, so that the list below does not move.
  const others = groupOf('Open to anyone', open.data, limit === shown ? shown - own.assets.length : limit);
  const groups = [own, others].filter(({ total }) => total > 0);
  if (!enabled || (isRead && groups.length === 0)) return null;
  const isFolded = phone && !isOpened;
  return (
    <Card
      flush
      className="mb-5"
      title="On its way"
      description={
        isFolded
          ? isRead && groups.map(({ title, count }) => `${title}: ${count}`).join(' · ')
          : 'Confirm arrivals: received when it reached you, delivered when it reached the customer.'
      }
      action={
        phone ? (
          <Button size="small" aria-expanded={isOpened} onClick={() => setOpened(!isOpened)}>
            {isOpened ? 'Hide' : 'Show'}
          </Button>
        ) : null
      }
    >
      {isFolded ? null : isRead ? (
        groups.map((group) => (
          <ArrivalGroup
            key={group.title}
            group={group}
            rest={
              group === own ? (
                <Link to="/assets" search={{ addressee: me }} className={linkClass}>
                  Show all {group.count}
                </Link>
              ) : limit + more <= listMax ? (
                <Button size="small" variant="quiet" onClick={() => setLimit(limit + more)}>
                  Show more
                </Button>
              ) : null
            }
          />
        ))
      ) : (
        <div aria-busy="true" className="border-t border-line px-5">
          <SkeletonRows rows={shown} />
        </div>
      )}
    </Card>
  );
}

type Group = { title: string; assets: readonly Asset[]; total: number; count: string };
type Listed = { assets: readonly Asset[]; pagination: { total: number; totalIsEstimate: boolean } };

/** The first assets of a list, and how many there are altogether. */
function groupOf(title: string, listed: Listed | undefined, rows = shown): Group {
  const { total, totalIsEstimate } = listed?.pagination ?? { total: 0, totalIsEstimate: false };
  const assets = (listed?.assets ?? []).slice(0, rows);
  return { title, assets, total, count: `${totalIsEstimate ? 'about ' : ''}${formatCount(total)}` };
}

/** One group of arrivals, with `rest` leading to those that are not listed. */
function ArrivalGroup({ group: { title, assets, total, count }, rest }: { group: Group; rest: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line">
      <div className="flex min-h-10 items-center justify-between gap-3 px-5 pt-2 text-13">
        <h3 className="font-medium text-muted">
          {title}: <span className="tabular">{count}</span>
        </h3>
        {assets.length < total ? rest : null}
      </div>
      {assets.length > 0 ? (
        <ul className="divide-y divide-line">
          {assets.map((asset) => (
            <Arrival key={asset.assetId} asset={asset} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Arrival({ asset }: { asset: Asset }) {
  const { assetId, name, currentStatus, currentLocation } = asset;
  const step = (record: 'received' | 'delivered', words: string) => (
    <Link to="/events" search={{ action: 'add', record, id: assetId }} className={buttonClass('secondary', 'small')}>
      {words}
      <span className="sr-only"> {assetId}</span>
    </Link>
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-2.5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to="/assets/$assetId"
            params={{ assetId }}
            className="min-w-0 rounded-6 font-medium wrap-anywhere hover:underline"
          >
            <AssetLabel {...{ name, assetId }} />
          </Link>
          <StatusBadge status={currentStatus} />
        </p>
        <p className="text-13 text-muted">
          <code className="text-12 wrap-anywhere">{assetId}</code> · {currentLocation ?? 'Unknown'} ·{' '}
          <EventTime clock="happened" happened={asset.happenedAt} recorded={asset.updatedAt} />
        </p>
      </div>
      <span className="flex gap-2">
        {step('received', 'Received')}
        {step('delivered', 'Delivered')}
      </span>
    </li>
  );
}
