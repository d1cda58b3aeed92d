import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { linkClass } from '#domains/ledger/web/index.ts';
import { holds } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { type Asset, canManufacture, type sortableAssetFields } from '#domains/trace/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { PageSize } from '#platform/web/ui/table/page-size.tsx';
import { pageSizes } from '#platform/web/ui/table/page-sizes.ts';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { ReadAt } from '#platform/web/ui/value/read-at.tsx';
import { NewerEvents } from '../newer-events.tsx';
import { assetsQuery, seedAssetPreview } from '../queries.ts';
import { assetColumns } from './asset-columns.tsx';
import { AssetFilters } from './asset-filters.tsx';
import { type AssetsSearch, changed, filterOf } from './assets-search.ts';
import { CairnLegend } from './cairn-legend.tsx';
import { exportAssets } from './export-assets.ts';
import { NoAssets } from './no-assets.tsx';
import { useKeptSearches } from './use-kept-searches.ts';

const EventSheet = lazy(() => import('../event-form/event-sheet.tsx'));
const limitOf = (size: number) => pageSizes.find((one) => one === size);
const rowKey = (asset: Asset) => asset.assetId;

/** The assets page: search and filters, all in the URL, above the list. A row opens the asset's journey. */
export function AssetsScreen({ search }: { search: AssetsSearch }) {
  const navigate = useNavigate({ from: '/assets/' });
  const { user } = useSession();
  const filter = filterOf(search);
  const { data, dataUpdatedAt, error, isFetching, isPlaceholderData, refetch } = useQuery(assetsQuery(filter));
  const change = (next: Partial<AssetsSearch>) =>
    void navigate({ search: (now) => changed(now, next), replace: true, resetScroll: false });
  const clear = () => void navigate({ search: {}, replace: true, resetScroll: false });
  const reopen = (saved: AssetsSearch) => void navigate({ search: saved, replace: true, resetScroll: false });
  const kept = useKeptSearches();
  const queryClient = useQueryClient();
  const open = (asset: Asset) => {
    seedAssetPreview(queryClient, asset);
    void navigate({ to: '/assets/$assetId', params: { assetId: asset.assetId } });
  };
  const mayAdd = user !== null && holds(user, canManufacture);
  return (
    <div className="page-width">
      <title>Assets · Cairn</title>
      <PageHeader
        title="Asset Tracking"
        subtitle="Search and manage supply chain assets with advanced filtering"
        actions={
          mayAdd ? (
            <Button
              variant="primary"
              icon={<Plus aria-hidden="true" size={16} />}
              onClick={() => change({ action: 'add', page: search.page })}
            >
              Add Asset
            </Button>
          ) : null
        }
      />
      <AssetFilters search={search} onChange={change} onClear={clear} onOpen={reopen} kept={kept} />
      {error && !data ? (
        <ErrorState
          title={`Failed to load assets: ${error.message || 'Unknown error'}`}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <DataTable
          name="Assets"
          columns={assetColumns}
          rows={data?.assets}
          rowKey={rowKey}
          skeletonRows={filter.limit}
          sort={{ id: filter.sortBy, descending: filter.sortOrder === 'desc' }}
          onSortChange={(sort) => {
            const sortBy = sort.id as (typeof sortableAssetFields)[number];
            change({ sortBy, sortOrder: sort.descending ? 'desc' : 'asc' });
          }}
          onOpen={open}
          onExport={() => void exportAssets(filter)}
          refreshing={isPlaceholderData}
          toolbar={
            <>
              <Total pagination={data?.pagination} fetching={isFetching} />
              <ReadAt at={dataUpdatedAt} />
              {filter.batch && data?.assets[0] ? (
                <Link
                  to="/assets/$assetId/recall"
                  params={{ assetId: data.assets[0].assetId }}
                  search={{ scope: 'batch' }}
                  className={linkClass}
                >
                  Recall report of this batch
                </Link>
              ) : null}
              <NewerEvents readAt={dataUpdatedAt} onShow={() => void refetch()} />
            </>
          }
          empty={<NoAssets search={search} onSearch={change} onClear={clear} />}
        />
      )}
      {data && data.assets.length > 0 ? <CairnLegend /> : null}
      {data && data.pagination.total > pageSizes[0] ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <div className="py-3">
            <PageSize sizes={pageSizes} value={filter.limit} onChange={(limit) => change({ limit: limitOf(limit) })} />
          </div>
          <Pagination
            label="Assets"
            page={search.page ?? 1}
            totalPages={data.pagination.totalPages}
            onPageChange={(page) => change({ page })}
          />
        </div>
      ) : null}
      {search.action === 'add' ? (
        <Suspense>
          <EventSheet variant="asset" onClose={() => change({ action: undefined, page: search.page })} />
        </Suspense>
      ) : null}
    </div>
  );
}

function Total({
  pagination,
  fetching,
}: {
  pagination: { total: number; totalIsEstimate: boolean } | undefined;
  fetching: boolean;
}) {
  return (
    <span className="flex items-center gap-2.5">
      <span aria-live="polite" className="tabular">
        {pagination === undefined
          ? 'Counting…'
          : `${pagination.totalIsEstimate ? 'about ' : ''}${formatCounted(pagination.total, 'asset')}`}
      </span>
      {fetching ? <Spinner size={14} /> : null}
    </span>
  );
}
