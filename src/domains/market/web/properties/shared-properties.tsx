import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import type { SharedProperty } from '#domains/market/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useTypedFilter } from '#platform/web/ui/form/use-typed-filter.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useMediaQuery } from '#platform/web/use-media-query.ts';
import type { MarketSearch } from '../market-search.ts';
import { sharesQuery } from '../queries.ts';
import { ShareDetails } from './share-details.tsx';

const columns: readonly Column<SharedProperty>[] = [
  {
    id: 'address',
    header: 'Property',
    cell: ({ address, propertyId }) => (
      <span className="flex flex-col">
        <span className="font-medium">{address}</span>
        <code className="text-12 text-muted">{propertyId}</code>
      </span>
    ),
    text: ({ address }) => address,
    hideable: false,
    phone: 'title',
  },
  {
    id: 'shares',
    header: 'Shares',
    cell: ({ nftMetadata }) => <span className="tabular">{formatCount(nftMetadata.totalSupply)}</span>,
    text: ({ nftMetadata }) => nftMetadata.totalSupply,
    align: 'end',
    phone: 'labeled',
  },
  {
    id: 'price',
    header: 'Issue price',
    cell: ({ issue }) => <span className="tabular">{formatCents(Math.round(issue.sharePrice * 100))}</span>,
    text: ({ issue }) => issue.sharePrice,
    align: 'end',
    phone: 'labeled',
  },
  {
    id: 'lastPrice',
    header: 'Last price',
    cell: ({ nftMetadata: { lastSalePrice } }) => (
      <span className="tabular">{lastSalePrice === null ? 'Never sold' : formatDollars(lastSalePrice)}</span>
    ),
    text: ({ nftMetadata: { lastSalePrice } }) => lastSalePrice ?? '',
    align: 'end',
    phone: 'labeled',
  },
  {
    id: 'issued',
    header: 'Issued',
    cell: ({ issue }) => <Time at={issue.issuedAt} format="day" />,
    text: ({ issue }) => issue.issuedAt,
    hiddenAtFirst: true,
    phone: 'none',
  },
  {
    id: 'tax',
    header: 'Tax',
    cell: ({ taxOwed }) =>
      taxOwed > 0 ? <Badge tone="amber">{`Owes ${formatCents(taxOwed)}`}</Badge> : <Badge tone="green">Tax paid</Badge>,
    text: ({ taxOwed }) => taxOwed / 100,
    phone: 'mark',
  },
];

type Props = { search: MarketSearch; onChange: (next: Partial<MarketSearch>) => void };

/** The properties with shares, newest issue first, with the selected one beside the list. */
export function SharedProperties({ search, onChange }: Props) {
  const page = search.page ?? 1;
  const { data, error, isPlaceholderData, refetch } = useQuery(sharesQuery({ search: search.search, page }));
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
            columns={columns}
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
          <Card title="No property selected">
            <p className="text-muted">Select a property to see who holds its shares.</p>
          </Card>
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
