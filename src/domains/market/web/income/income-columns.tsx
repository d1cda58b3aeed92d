import { BlockLink, blockNumber } from '#domains/ledger/web/index.ts';
import type { listOwnIncome } from '#domains/market/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { formatCount } from '#platform/web/format-number.ts';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { PropertyName } from '../property-name.tsx';

type OwnIncome = ResponseIn<typeof listOwnIncome>['income'][number];

export const incomeColumns: readonly Column<OwnIncome>[] = [
  {
    id: 'note',
    header: 'What',
    cell: ({ note }) => <span className="font-medium">{note}</span>,
    text: ({ note }) => note,
    hideable: false,
    phone: 'title',
  },
  {
    id: 'yours',
    header: 'Your part',
    cell: ({ yours }) => <span className="font-medium">{formatDollars(yours)}</span>,
    text: ({ yours }) => yours,
    align: 'end',
    phone: 'mark',
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ claimedBlock }) =>
      claimedBlock === null ? (
        <Badge tone="amber">To claim</Badge>
      ) : (
        <span className="whitespace-nowrap">
          Paid in block <BlockLink index={claimedBlock} />
        </span>
      ),
    text: ({ claimedBlock }) => (claimedBlock === null ? 'To claim' : `Paid in block ${blockNumber(claimedBlock)}`),
    phone: 'labeled',
  },
  {
    id: 'shares',
    header: 'Your shares then',
    cell: ({ shares }) => formatCount(shares),
    text: ({ shares }) => shares,
    align: 'end',
    phone: 'labeled',
  },
  {
    id: 'propertyId',
    header: 'Property',
    cell: ({ propertyId, address }) => <PropertyName {...{ propertyId, address }} />,
    text: ({ propertyId }) => propertyId,
    phone: 'value',
  },
  {
    id: 'declaredAt',
    header: 'Declared',
    cell: ({ declaredAt }) => <Time at={declaredAt} />,
    text: ({ declaredAt }) => declaredAt,
    phone: 'value',
  },
  {
    id: 'record',
    header: 'Holders as of block',
    cell: ({ recordBlock }) => <BlockLink index={recordBlock} />,
    text: ({ recordBlock }) => recordBlock,
    hiddenAtFirst: true,
    phone: 'labeled',
  },
];
