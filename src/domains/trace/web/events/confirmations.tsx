import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { holds } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { type Asset, canHandle } from '#domains/trace/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { SkeletonRows } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useMediaQuery } from '#platform/web/use-media-query.ts';
import { AssetLabel } from '../asset-label.tsx';
import { EventTime } from '../event-time.tsx';
import { assetsQuery } from '../queries.ts';
import { StatusBadge } from '../status-badge.tsx';

const shown = 4;

/** Shipments addressed to the user, and open ones, newest first, each with the steps that confirm its arrival. */
export function Confirmations() {
  const { user } = useSession();
  const enabled = user !== null && holds(user, canHandle);
  const page = { sortBy: 'updatedAt', sortOrder: 'desc', page: 1, limit: shown } as const;
  const [addressed, open] = useQueries({
    queries: [
      { ...assetsQuery({ ...page, addressee: user?.username ?? '' }), enabled },
      { ...assetsQuery({ ...page, open: 'true' }), enabled },
    ],
  });
  const own = addressed.data?.assets ?? [];
  const groups = [
    { title: 'Addressed to you', assets: own },
    // As many rows as the skeleton has, so that the list below stays where it is.
    { title: 'Open to anyone', assets: (open.data?.assets ?? []).slice(0, shown - own.length) },
  ].filter(({ assets }) => assets.length > 0);
  const isRead = !addressed.isPending && !open.isPending;
  // On a phone the events come first, so the list is a line until it is opened.
  const phone = useMediaQuery('(width < 40rem)');
  const [isOpened, setOpened] = useState(false);
  if (!enabled || (isRead && groups.length === 0)) return null;
  const count = groups.reduce((sum, { assets }) => sum + assets.length, 0);
  const isFolded = phone && !isOpened;
  return (
    <Card
      flush
      className="mb-5"
      title="On its way"
      description={
        isFolded
          ? isRead && `${formatCounted(count, 'arrival')} to confirm`
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
        groups.map(({ title, assets }) => (
          <section key={title} aria-label={title} className="border-t border-line">
            <h3 className="px-5 pt-3 pb-1 text-13 font-medium text-muted">{title}</h3>
            <ul className="divide-y divide-line">
              {assets.map((asset) => (
                <Arrival key={asset.assetId} asset={asset} />
              ))}
            </ul>
          </section>
        ))
      ) : (
        <div aria-busy="true" className="border-t border-line px-5">
          <SkeletonRows rows={shown} />
        </div>
      )}
    </Card>
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
