import { type QueryClient, useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linkClass } from '#domains/ledger/web/index.ts';
import type { User } from '#domains/participants/contract.ts';
import type { Asset } from '#domains/trace/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { unlessPaused } from '#platform/web/unless-paused.ts';
import { ownAssetsQuery } from '../activity-queries.ts';
import { AssetCairn } from '../asset-cairn.tsx';
import { AssetLabel } from '../asset-label.tsx';
import { FirstSteps } from './first-steps.tsx';

/** The user's tasks: the first steps of a new account, shipments addressed to it, and the assets it holds. A skeleton until `isReady`. */
export function ForYou({ user, live, isReady }: { user: User; live: boolean; isReady: boolean }) {
  const me = user.username;
  const enabled = unlessPaused(live);
  const [addressed, held] = useQueries({
    queries: [
      { ...ownAssetsQuery({ addressee: me }), enabled },
      { ...ownAssetsQuery({ custodian: me }), enabled },
    ],
  });
  if (!isReady || !addressed.data || !held.data)
    return (
      <div aria-busy="true">
        <Skeleton className="h-8" />
      </div>
    );
  return (
    <div className="flex flex-col gap-2">
      <FirstSteps user={user} newest={held.data.assets[0]?.assetId} />
      <ul className="flex flex-wrap justify-between gap-x-4">
        <Count label="On its way to you" of={addressed.data.pagination} search={{ addressee: me }} />
        <Count label="Held by you" of={held.data.pagination} search={{ custodian: me }} />
      </ul>
      {addressed.data.assets.length > 0 ? (
        <ul aria-label="On its way to you" className="divide-y divide-line">
          {addressed.data.assets.map((asset) => (
            <Arrival key={asset.assetId} asset={asset} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Starts to load what the tasks show. */
export function readTasksAhead(queryClient: QueryClient, { username }: User): void {
  void queryClient.prefetchQuery(ownAssetsQuery({ addressee: username }));
  void queryClient.prefetchQuery(ownAssetsQuery({ custodian: username }));
}

type CountProps = {
  label: string;
  of: { total: number; totalIsEstimate: boolean };
  search: { addressee: string } | { custodian: string };
};

function Count({ label, of: { total, totalIsEstimate }, search }: CountProps) {
  return (
    <li>
      <Link to="/assets" search={search} className="group inline-flex min-h-6 items-center gap-2 rounded-6">
        <span className="text-muted group-hover:text-ink">{label}</span>{' '}
        <span className={`${linkClass} tabular`}>
          {totalIsEstimate ? 'about ' : ''}
          {formatCount(total)}
        </span>
      </Link>
    </li>
  );
}

function Arrival({ asset }: { asset: Asset }) {
  const { assetId, name } = asset;
  return (
    <li className="flex items-center gap-3 py-1.5">
      <AssetCairn asset={asset} />
      <span className="min-w-0 flex-1">
        <Link
          to="/assets/$assetId"
          params={{ assetId }}
          className="block rounded-6 font-medium wrap-anywhere hover:underline"
        >
          <AssetLabel {...{ name, assetId }} />
        </Link>
        <code className="block text-12 wrap-anywhere text-muted">{assetId}</code>
      </span>
      <Link
        to="/events"
        search={{ action: 'add', record: 'received', id: assetId }}
        className={buttonClass('secondary', 'small')}
      >
        Received
        <span className="sr-only"> {assetId}</span>
      </Link>
    </li>
  );
}
