import type { readMarketData, SharedProperty } from '#domains/market/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { formatCount } from '#platform/web/format-number.ts';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { volumeOf } from '../queries.ts';

type Price = ResponseIn<typeof readMarketData>['prices'][number];

/** Returns the columns of the properties with shares. `prices` is undefined until the prices of the market are loaded. */
export const propertyColumns = (prices: readonly Price[] | undefined): readonly Column<SharedProperty>[] => [
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
    id: 'floor',
    header: 'Floor price',
    cell: ({ nftMetadata: { floorPrice } }) => (
      <span className="tabular">{floorPrice === null ? 'None' : formatDollars(floorPrice)}</span>
    ),
    text: ({ nftMetadata: { floorPrice } }) => floorPrice ?? '',
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
    id: 'volume',
    header: 'Volume, 24 h',
    cell: ({ propertyId }) => {
      const volume = volumeOf(prices, propertyId);
      return <span className="tabular">{volume === undefined ? '–' : formatDollars(volume.amount)}</span>;
    },
    text: ({ propertyId }) => volumeOf(prices, propertyId)?.amount ?? '',
    align: 'end',
    phone: 'labeled',
  },
  {
    id: 'available',
    header: 'Available',
    cell: ({ nftMetadata: { availableShares, totalSupply } }) => (
      <span className="tabular">
        {formatCount(availableShares)} <span className="text-muted">of {formatCount(totalSupply)}</span>
      </span>
    ),
    text: ({ nftMetadata }) => nftMetadata.availableShares,
    align: 'end',
    phone: 'labeled',
  },
  {
    id: 'price',
    header: 'Issue price',
    cell: ({ issue }) => <span className="tabular">{formatCents(Math.round(issue.sharePrice * 100))}</span>,
    text: ({ issue }) => issue.sharePrice,
    align: 'end',
    hiddenAtFirst: true,
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
