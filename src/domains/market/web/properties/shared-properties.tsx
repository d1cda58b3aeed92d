import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useTypedFilter } from '#platform/web/ui/form/use-typed-filter.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { useMediaQuery } from '#platform/web/use-media-query.ts';
import type { MarketSearch } from '../market-search.ts';
import { sharesQuery, totalsQuery } from '../queries.ts';
import { LastTrades } from './last-trades.tsx';
import { propertyColumns } from './property-columns.tsx';
import { ShareDetails } from './share-details.tsx';

type Props = { search: MarketSearch; onChange: (next: Partial<MarketSearch>) => void };

/** The properties with shares, newest issue first, with the selected one next to the list. */
export function SharedProperties({ search, onChange }: Props) {
  const page = search.page ?? 1;
  const { data, error, isPlaceholderData, refetch } = useQuery(sharesQuery({ search: search.search, page }));
  const totals = useQuery(totalsQuery);
  const text = useTypedFilter(search.search ?? '', (value) =>
    onChange({ search: value.trim() || undefined, page: undefined }),
  );
  const narrow = useMediaQuery('(width < 64rem)');
  const selected = data?.properties.find(({ id }) => id === search.token);
  if (error && !data)
    return <ErrorState title="Couldn't load the properties" error={error} onRetry={() => void refetch()} />;
  return (
    <div className="flex flex-col gap-4">
      <TextField
        type="search"
        aria-label="Search properties with shares"
        placeholder="Address, ID or neighborhood"
        leading={<Search aria-hidden="true" size={16} />}
        {...text}
      />
      {search.token !== undefined && data !== undefined && !isPlaceholderData && selected === undefined ? (
        <Banner
          kind="warning"
          action={
            <Button size="small" onClick={() => onChange({ token: undefined, search: undefined, page: undefined })}>
              Show All Properties
            </Button>
          }
        >
          {search.search !== undefined || page > 1
            ? `Token ${search.token} is not among the properties listed here. Look for it in the whole list.`
            : `Token ${search.token} is not in this list. It may not exist, or be on a later page: search for its address.`}
        </Banner>
      ) : null}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0">
          <DataTable
            name="Properties with shares"
            columns={propertyColumns(totals.data?.prices)}
            rows={data?.properties}
            rowKey={({ id }) => id}
            skeletonRows={8}
            selectedKey={search.token}
            onOpen={({ id }) => onChange({ token: id })}
            refreshing={isPlaceholderData}
            toolbar={
              <h2 className="text-14 font-semibold text-ink">
                {data ? formatCounted(data.pagination.total, 'property', 'properties') : 'Properties'}
              </h2>
            }
            empty={
              <EmptyState
                title={search.search ? 'No property matches' : 'No shares yet'}
                description={
                  search.search
                    ? 'Search by address or property ID.'
                    : 'Shares appear here once an owner or the city has issued them.'
                }
                {...(search.search
                  ? { action: <Button onClick={() => onChange({ search: undefined })}>Clear Search</Button> }
                  : {})}
              />
            }
          />
          {data && data.pagination.totalPages > 1 ? (
            <Pagination
              label="Properties with shares"
              page={page}
              totalPages={data.pagination.totalPages}
              onPageChange={(next) => onChange({ page: next })}
            />
          ) : null}
        </div>
        {narrow ? null : selected ? (
          <ShareDetails property={selected} />
        ) : (
          <div className="flex flex-col gap-5">
            <Card title="No property selected">
              <p className="text-muted">Select a property to see who holds its shares.</p>
            </Card>
            <LastTrades />
          </div>
        )}
      </div>
      {narrow && selected ? (
        <Sheet open onOpenChange={(open) => open || onChange({ token: undefined })} title={selected.address}>
          <ShareDetails property={selected} />
        </Sheet>
      ) : null}
    </div>
  );
}
