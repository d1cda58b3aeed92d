import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { holds } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { canRunRegistry, type Property } from '#domains/registry/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { useMediaQuery } from '#platform/web/use-media-query.ts';
import { propertiesQuery } from '../queries.ts';
import { propertyColumns } from './property-columns.tsx';
import { PropertyDetails } from './property-details.tsx';
import { RegistryFeatures } from './registry-features.tsx';
import { RegistryFilters } from './registry-filters.tsx';
import { RegistryMap } from './registry-map.tsx';
import { changed, isFiltered, PAGE_ROWS, queryOf, type RegistrySearch } from './registry-search.ts';
import { RegistryStats } from './registry-stats.tsx';

const LIST_ID = 'property-list';
const rowKey = (property: Property) => property.propertyId;

/** The municipal registry: totals, the list of properties next to the selected one, and the features of the registry. */
export function RegistryScreen({ search }: { search: RegistrySearch }) {
  const navigate = useNavigate({ from: '/detroit/' });
  const { user } = useSession();
  const { data, error, isPlaceholderData, refetch } = useQuery(propertiesQuery(queryOf(search)));
  // Below this width the details would be above or below the screen, far from the row that was selected.
  const narrow = useMediaQuery('(width < 64rem)');
  const change = (next: Partial<RegistrySearch>) =>
    void navigate({ search: (now) => changed(now, next), replace: true, resetScroll: false });
  const select = (property: string | undefined) => change({ property, page: search.page });
  const clear = () => void navigate({ search: {}, replace: true, resetScroll: false });
  const details = search.property ? <PropertyDetails key={search.property} propertyId={search.property} /> : null;
  return (
    <div className="page-width">
      <title>Property registry · Cairn</title>
      <PageHeader
        title="Property registry"
        subtitle="Owners, values and taxes of every parcel. Every entry is a block that anyone can verify."
        actions={
          <>
            {user !== null && holds(user, canRunRegistry) ? (
              <Link to="/detroit/city" className={buttonClass()}>
                City desk
              </Link>
            ) : null}
            <Link to="/detroit/pay" className={buttonClass()}>
              Pay a bill
            </Link>
          </>
        }
      />
      <RegistryStats />
      <div className="h-6" />
      <RegistryFilters search={search} onChange={change} onClear={clear} />
      <RegistryMap search={search} onChange={change} onSelect={select} listId={LIST_ID} />
      {error && !data ? (
        <ErrorState title="Couldn't load the properties" error={error} onRetry={() => void refetch()} />
      ) : (
        <div id={LIST_ID} tabIndex={-1} className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="min-w-0">
            <DataTable
              name="Properties"
              columns={propertyColumns}
              rows={data?.properties}
              rowKey={rowKey}
              skeletonRows={PAGE_ROWS}
              sort={{ id: search.sortBy ?? 'address', descending: search.sortOrder === 'desc' }}
              onSortChange={({ id, descending }) =>
                change({ sortBy: id as RegistrySearch['sortBy'], sortOrder: descending ? 'desc' : undefined })
              }
              selectedKey={search.property}
              onOpen={(property) => select(property.propertyId)}
              refreshing={isPlaceholderData}
              toolbar={
                <h2 className="text-14 font-semibold text-ink">
                  {data
                    ? `${data.pagination.totalIsEstimate ? 'About ' : ''}${formatCounted(data.pagination.total, 'property', 'properties')}`
                    : 'Properties'}
                </h2>
              }
              empty={
                <EmptyState
                  title={isFiltered(search) ? 'No property matches' : 'No properties yet'}
                  description={
                    isFiltered(search)
                      ? search.status === undefined
                        ? 'Only active properties are searched. Those that were split or merged are retired.'
                        : 'Search by address, property id or neighborhood.'
                      : 'Properties appear here once the city has registered them.'
                  }
                  {...emptyAction(search, change, clear)}
                />
              }
            />
            {data && data.pagination.totalPages > 1 ? (
              <Pagination
                label="Properties"
                page={search.page ?? 1}
                totalPages={data.pagination.totalPages}
                onPageChange={(page) => change({ page })}
              />
            ) : null}
          </div>
          {narrow ? null : (
            <div className="sticky top-18 max-h-[calc(100dvh-5.5rem)] min-w-0 overflow-y-auto">
              {details ?? (
                <Card title="No property selected">
                  <p className="text-muted">Select a property to see its facts, owners and payments.</p>
                </Card>
              )}
            </div>
          )}
        </div>
      )}
      {narrow && details ? (
        <Sheet open onOpenChange={(open) => open || select(undefined)} title={search.property ?? ''}>
          {details}
        </Sheet>
      ) : null}
      <RegistryFeatures />
    </div>
  );
}

function emptyAction(search: RegistrySearch, change: (next: Partial<RegistrySearch>) => void, clear: () => void) {
  if (!isFiltered(search)) return {};
  return {
    action:
      search.status === undefined ? (
        <Button onClick={() => change({ status: 'all' })}>Include Retired</Button>
      ) : (
        <Button onClick={clear}>Clear Filters</Button>
      ),
  };
}
