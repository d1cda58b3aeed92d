import { BlockLink } from '#domains/ledger/web/index.ts';
import type { readPortfolio } from '#domains/market/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { centsOf, formatDollars } from '#platform/web/dollars.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Time } from '#platform/web/ui/value/time.tsx';
import { PropertyName } from '../property-name.tsx';

type Movement = ResponseIn<typeof readPortfolio>['movements'][number];

export const movementColumns: readonly Column<Movement>[] = [
  {
    id: 'what',
    header: 'What',
    cell: (movement) => <span className="font-medium">{wordsOf(movement)}</span>,
    text: wordsOf,
    hideable: false,
    phone: 'title',
  },
  {
    id: 'property',
    header: 'Property',
    cell: ({ propertyId, address }) =>
      propertyId === null || address === null ? undefined : <PropertyName {...{ propertyId, address }} />,
    absent: 'None',
    text: ({ propertyId }) => propertyId ?? '',
    phone: 'value',
  },
  {
    id: 'when',
    header: 'When',
    cell: ({ at }) => <Time at={at} />,
    text: ({ at }) => at,
    phone: 'value',
  },
  {
    id: 'block',
    header: 'Block',
    cell: ({ blockIndex }) => <BlockLink index={blockIndex} />,
    text: ({ blockIndex }) => blockIndex,
    phone: 'labeled',
  },
  {
    id: 'amount',
    header: 'Amount',
    cell: ({ amount }) => (
      <span className="font-medium">{`${amount > 0 ? '+' : ''}${formatCents(centsOf(amount))}`}</span>
    ),
    text: ({ amount }) => amount,
    align: 'end',
    phone: 'mark',
  },
];

function wordsOf({ type, shares, pricePerShare, amount }: Movement): string {
  if (type === 'cash') return amount >= 0 ? 'Cash paid in' : 'Cash paid out';
  if (type === 'cash_taken_back') return 'Deposit taken back';
  if (type === 'payout_returned') return 'Payout returned';
  if (type === 'royalty') return 'Royalty';
  if (type === 'income') return amount >= 0 ? 'Income' : 'Income distributed';
  const at = pricePerShare === null ? '' : ` at ${formatDollars(pricePerShare)}`;
  return `${type === 'buy' ? 'Bought' : 'Sold'} ${formatCounted(shares, 'share')}${at}`;
}
