import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { Asset, HistoryEvent } from '#domains/trace/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { CopyChip } from '#platform/web/ui/copy-chip.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { Skeleton, SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { AssetFacts } from './asset-facts.tsx';
import { AssetQr } from './asset-qr.tsx';
import { Journey } from './journey.tsx';
import { assetQuery } from './queries.ts';
import { StatusBadge } from './status-badge.tsx';

/** One asset: where it is and who has it, and its journey as a story, each step with its proof. */
export function AssetPage({ assetId }: { assetId: string }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    assetQuery(assetId),
  );
  const asset = data?.pages.at(-1)?.asset;
  if (error instanceof ApiError && error.status === 404) return <NoSuchAsset assetId={assetId} hint={error.hint} />;
  if (error && !data) {
    return (
      <ErrorState title={`The asset ${assetId} could not be loaded`} error={error} onRetry={() => void refetch()} />
    );
  }
  const history: readonly HistoryEvent[] | undefined = data?.pages.flatMap((page) => page.history);
  return (
    <div className="page-width">
      <title>{`${asset?.name ?? assetId} · Cairn`}</title>
      <Link
        to="/assets"
        className="mt-6 -mb-6 flex w-fit min-h-6 items-center gap-1 rounded-6 text-13 text-muted hover:text-ink"
      >
        <ChevronLeft aria-hidden="true" size={14} /> Assets
      </Link>
      <PageHeader
        title={asset?.name ?? assetId}
        subtitle={
          <span className="flex flex-wrap items-center gap-3">
            <CopyChip text={assetId} short={assetId} label="Asset ID" boxed />
            {asset ? <StatusBadge status={asset.currentStatus} /> : <Skeleton className="h-5 w-24" />}
          </span>
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          {history && asset ? (
            <Journey assetId={assetId} history={history} complete={!hasNextPage} total={asset.eventCount}>
              {hasNextPage ? (
                <Button className="mt-4" busy={isFetchingNextPage && 'Loading…'} onClick={() => void fetchNextPage()}>
                  Load later steps
                </Button>
              ) : null}
            </Journey>
          ) : (
            <Card title="Journey">
              <SkeletonRows rows={5} />
            </Card>
          )}
        </div>
        <div className="grid gap-5 sm:grid-cols-2 lg:sticky lg:top-18 lg:grid-cols-1">
          {asset ? <Facts asset={asset} /> : <Skeleton className="h-64 w-full rounded-12" />}
          <AssetQr assetId={assetId} />
        </div>
      </div>
    </div>
  );
}

function Facts({ asset }: { asset: Asset }) {
  return (
    <Card title="Now">
      <AssetFacts asset={asset} />
    </Card>
  );
}

function NoSuchAsset({ assetId, hint }: { assetId: string; hint: string | undefined }) {
  return (
    <div className="page-width py-16">
      <title>No such asset · Cairn</title>
      <h1 className="sr-only">No such asset</h1>
      <EmptyState
        title={`There is no asset ${assetId}`}
        description={hint ?? 'Check the ID for a typing error, or look for part of it.'}
        action={
          <Link to="/assets" search={{ search: assetId }} className={buttonClass('primary')}>
            Search the assets
          </Link>
        }
      />
    </div>
  );
}
