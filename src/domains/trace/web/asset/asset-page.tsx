import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, Megaphone, Plus } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { VerdictBanner } from '#domains/ledger/web/index.ts';
import { holds } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { canOpenEvents, type HistoryEvent } from '#domains/trace/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { CopyChip } from '#platform/web/ui/action/copy-chip.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton, SkeletonRows } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { ReadAt } from '#platform/web/ui/value/read-at.tsx';
import { AssetCairn } from '../asset-cairn.tsx';
import { assetPreviewQuery, assetQuery } from '../queries.ts';
import { StatusBadge } from '../status-badge.tsx';
import { AssetAside } from './asset-aside.tsx';
import type { AssetSearch } from './asset-search.ts';
import { CustodyList } from './custody/custody-list.tsx';
import { Journey, journeyDescription } from './journey/journey.tsx';
import { JourneyVerification, VerificationSkeleton } from './journey/journey-verification.tsx';
import { type SelectStep, StepStrip } from './journey/step-strip.tsx';
import { LineageTab } from './lineage/lineage-tab.tsx';
import { MapTab } from './map/map-tab.tsx';

const noBlocks: ReadonlySet<number> = new Set();

/**
 * One asset: its location and custodian, and its journey, each step with its proof. An id in another spelling moves on to
 * the page of the recorded one.
 */
export function AssetPage({ assetId, search }: { assetId: string; search: AssetSearch }) {
  const navigate = useNavigate({ from: '/assets/$assetId' });
  const change = useCallback(
    (next: Partial<AssetSearch>, replace = false) =>
      void navigate({ search: (now) => ({ ...now, ...next }), replace, resetScroll: false }),
    [navigate],
  );
  // The back button returns to the previous selection. Steps that the keyboard only passed through would clutter the history.
  const select = useCallback<SelectStep>((step, walking = false) => change({ step }, walking), [change]);
  const [broken, setBroken] = useState(noBlocks);
  const { data, dataUpdatedAt, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    assetQuery(assetId),
  );
  const shown = data?.pages.at(-1);
  const asset = shown?.asset;
  const preview = useQuery(assetPreviewQuery(assetId)).data;
  const { name, currentStatus } = asset ?? preview ?? { name: assetId, currentStatus: undefined };
  if (error instanceof ApiError && error.status === 404) return <NoSuchAsset assetId={assetId} />;
  if (error && !data) {
    return <ErrorState page title={`Couldn't load asset ${assetId}`} error={error} onRetry={() => void refetch()} />;
  }
  if (asset && asset.assetId !== assetId) {
    return <Navigate to="/assets/$assetId" params={{ assetId: asset.assetId }} search={search} replace />;
  }
  const history: readonly HistoryEvent[] | undefined = data?.pages.flatMap((page) => page.history);
  const journey =
    history && asset ? (
      <Journey assetId={assetId} history={history} selected={search.step} onSelect={select} broken={broken}>
        {hasNextPage ? (
          <Button className="mt-4" busy={isFetchingNextPage && 'Loading…'} onClick={() => void fetchNextPage()}>
            Load later steps
          </Button>
        ) : null}
      </Journey>
    ) : (
      waiting
    );
  const custody = history && asset ? <CustodyList asset={asset} history={history} complete={!hasNextPage} /> : waiting;
  const map = history ? (
    <MapTab history={history} complete={!hasNextPage} selected={search.step} onSelect={select} />
  ) : (
    waiting
  );
  const lineage = <LineageTab {...{ assetId, search }} history={history ?? []} onChange={change} onSelect={select} />;
  const beside = (main: ReactNode) => (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0">{main}</div>
      <AssetAside assetId={assetId} asset={asset} />
    </div>
  );
  return (
    <div className="page-width">
      <title>{`${name} · Cairn`}</title>
      <Link
        to="/assets"
        className="mt-6 -mb-6 flex w-fit min-h-6 items-center gap-1 rounded-6 text-13 text-muted hover:text-ink"
      >
        <ChevronLeft aria-hidden="true" size={14} /> Assets
      </Link>
      <PageHeader
        title={name}
        picture={
          asset ? (
            <AssetCairn asset={asset} width={56} rows={5} broken={broken.size > 0} />
          ) : (
            <Skeleton className="h-14 w-14" />
          )
        }
        subtitle={
          <span className="flex flex-wrap items-center gap-3">
            <CopyChip text={assetId} short={assetId} label="Asset ID" boxed />
            {currentStatus ? (
              <StatusBadge status={currentStatus} {...(asset || !preview?.tone ? {} : { tone: preview.tone })} />
            ) : (
              <Skeleton className="h-5 w-24" />
            )}
            <ReadAt at={dataUpdatedAt} />
          </span>
        }
        actions={
          <>
            <RecordLink assetId={assetId} />
            <Link to="/assets/$assetId/recall" params={{ assetId }} className={buttonClass()}>
              <Megaphone aria-hidden="true" size={15} /> Recall report
            </Link>
          </>
        }
      />
      <VerdictBanner />
      <div className="mb-5">
        {history && asset ? (
          <JourneyVerification
            {...{ assetId, history }}
            shown={shown}
            complete={!hasNextPage}
            total={asset.eventCount}
            onBroken={setBroken}
          />
        ) : (
          <VerificationSkeleton assetId={assetId} />
        )}
      </div>
      <div className="mb-5">
        {history ? (
          <StepStrip history={history} selected={search.step} onSelect={select} broken={broken} />
        ) : (
          <Skeleton className="h-47.25 rounded-12 sm:h-40.5" />
        )}
      </div>
      <Tabs
        label="Views of the asset"
        value={search.tab ?? 'journey'}
        onValueChange={(tab) => change({ tab: tab === 'journey' ? undefined : (tab as AssetSearch['tab']) })}
        tabs={[
          { value: 'journey', label: 'Journey', content: beside(journey) },
          { value: 'map', label: 'Map', content: map },
          { value: 'lineage', label: 'Lineage', content: lineage },
          { value: 'custody', label: 'Custody', content: beside(custody) },
        ]}
      />
    </div>
  );
}

const waiting = (
  <Card title="Journey" description={journeyDescription}>
    <SkeletonRows rows={5} />
  </Card>
);

function NoSuchAsset({ assetId }: { assetId: string }) {
  return (
    <div className="page-width py-16">
      <title>Asset not found · Cairn</title>
      <h1 className="sr-only">Asset not found</h1>
      <EmptyState
        title={`No asset named ${assetId}`}
        description="Check the spelling, or search for part of the ID."
        action={
          <Link to="/assets" search={{ search: assetId }} className={buttonClass('primary')}>
            Search assets
          </Link>
        }
      />
    </div>
  );
}

/** Opens the form for this asset, for accounts that may record its events. */
function RecordLink({ assetId }: { assetId: string }) {
  const { user } = useSession();
  if (user === null || !holds(user, canOpenEvents)) return null;
  return (
    <Link to="/events" search={{ action: 'add', id: assetId }} className={buttonClass('primary')}>
      <Plus aria-hidden="true" size={15} /> Add Event<span className="sr-only"> for this asset</span>
    </Link>
  );
}
