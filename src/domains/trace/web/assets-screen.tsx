import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { holds } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import type { Asset, sortableAssetFields } from '#domains/trace/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DataTable } from '#platform/web/ui/data-table.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { Pagination } from '#platform/web/ui/pagination.tsx';
import { Spinner } from '#platform/web/ui/spinner.tsx';
import { assetColumns } from './asset-columns.tsx';
import { AssetFilters } from './asset-filters.tsx';
import { type AssetsSearch, changed, filterOf, isFiltered } from './assets-search.ts';
import { exportAssets } from './export-assets.ts';
import { assetsQuery } from './queries.ts';

const EventSheet = lazy(() => import('./event-form/event-sheet.tsx'));
const rowKey = (asset: Asset) => asset.assetId;

/** All assets: search and filters above, all of them in the address; a row leads to the asset's journey. */
export function AssetsScreen({ search }: { search: AssetsSearch }) {
  const navigate = useNavigate({ from: '/assets/' });
  const { user } = useSession();
  const filter = filterOf(search);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(assetsQuery(filter));
  const change = (next: Partial<AssetsSearch>) =>
    void navigate({ search: (now) => changed(now, next), replace: true, resetScroll: false });
  const clear = () => void navigate({ search: {}, replace: true, resetScroll: false });
  const open = (asset: Asset) => void navigate({ to: '/assets/$assetId', params: { assetId: asset.assetId } });
  const mayAdd = user !== null && holds(user, 'record manufactured');
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
      <AssetFilters search={search} onChange={change} onClear={clear} />
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
          toolbar={<Total pagination={data?.pagination} fetching={isFetching} />}
          empty={
            isFiltered(search) ? (
              <EmptyState
                title="No assets found matching your search criteria"
                description="Look for part of a name, an asset ID or a place, or take a filter away."
                action={<Button onClick={clear}>Clear Filters</Button>}
              />
            ) : (
              <EmptyState title="No assets found" description="An asset appears with its first event: manufactured." />
            )
          }
        />
      )}
      {data ? (
        <Pagination
          label="Assets"
          page={data.pagination.page}
          totalPages={data.pagination.totalPages}
          onPageChange={(page) => change({ page })}
        />
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
          : `${pagination.totalIsEstimate ? 'about ' : ''}${formatCount(pagination.total)} ${pagination.total === 1 ? 'asset' : 'assets'}`}
      </span>
      {fetching ? <Spinner size={14} /> : null}
    </span>
  );
}
