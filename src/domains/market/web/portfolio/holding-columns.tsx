import { Link } from '@tanstack/react-router';
import { linkClass } from '#domains/ledger/web/index.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { formatCount } from '#platform/web/format-number.ts';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { formatPercentage } from '../amounts.ts';
import type { CostedHolding } from './cost.ts';

export const holdingColumns: readonly Column<CostedHolding>[] = [
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
    sortable: true,
    phone: 'title',
  },
  {
    id: 'shares',
    header: 'Shares',
    cell: ({ shares }) => formatCount(shares),
    text: ({ shares }) => shares,
    align: 'end',
    sortable: true,
    phone: 'labeled',
  },
  {
    id: 'cost',
    header: 'Cost',
    cell: ({ cost }) => (cost === undefined ? '…' : cost === null ? 'Not known' : formatDollars(cost)),
    text: ({ cost }) => cost ?? '',
    align: 'end',
    sortable: true,
    phone: 'labeled',
  },
  {
    id: 'value',
    header: 'Value',
    cell: ({ value }) => (value === null ? '–' : formatDollars(value)),
    text: ({ value }) => value ?? '',
    align: 'end',
    sortable: true,
    phone: 'labeled',
  },
  {
    id: 'lastSalePrice',
    header: 'Last price',
    cell: ({ lastSalePrice }) => (lastSalePrice === null ? 'Never sold' : formatDollars(lastSalePrice)),
    text: ({ lastSalePrice }) => lastSalePrice ?? '',
    align: 'end',
    phone: 'labeled',
  },
  {
    id: 'percentage',
    header: 'Of the property',
    cell: ({ percentage }) => formatPercentage(percentage),
    text: ({ percentage }) => percentage,
    align: 'end',
    sortable: true,
    phone: 'labeled',
  },
  {
    id: 'held',
    header: 'In open sales',
    cell: ({ held }) => formatCount(held),
    text: ({ held }) => held,
    align: 'end',
    sortable: true,
    phone: 'labeled',
  },
  {
    id: 'trade',
    header: 'Trade',
    cell: ({ propertyId, address }) => (
      <span className="flex gap-3">
        <Link
          to="/nft"
          search={{ tab: 'trade', property: propertyId }}
          aria-label={`Buy shares of ${address}`}
          className={linkClass}
        >
          Buy
        </Link>
        <Link
          to="/nft"
          search={{ tab: 'trade', property: propertyId, side: 'sell' }}
          aria-label={`Sell shares of ${address}`}
          className={linkClass}
        >
          Sell
        </Link>
      </span>
    ),
    phone: 'mark',
  },
];
