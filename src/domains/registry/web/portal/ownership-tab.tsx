import { Link } from '@tanstack/react-router';
import type { residentProperties } from '#domains/registry/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatFraction } from '#platform/web/format-fraction.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Hash } from '#platform/web/ui/value/hash.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';

type Resident = ResponseIn<typeof residentProperties>;
type Ownership = Resident['ownerships'][number];

const columns: readonly Column<Ownership>[] = [
  {
    id: 'property',
    header: 'Property',
    cell: ({ propertyId }) => (
      <Link
        to="/detroit/properties/$propertyId"
        params={{ propertyId }}
        className="rounded-6 font-medium hover:underline"
      >
        <code className="text-12">{propertyId}</code>
      </Link>
    ),
    text: ({ propertyId }) => propertyId,
    phone: 'title',
  },
  {
    id: 'fraction',
    header: 'Fraction',
    cell: ({ fraction, shares }) => (
      <span className="tabular">
        {formatFraction(fraction)}
        {shares.denominator > 1 ? ` (${shares.numerator}/${shares.denominator})` : ''}
      </span>
    ),
    text: ({ fraction }) => fraction,
    phone: 'mark',
  },
  {
    id: 'acquired',
    header: 'Acquired',
    cell: ({ acquiredAt }) => <Time at={acquiredAt} format="day" />,
    text: ({ acquiredAt }) => acquiredAt,
    phone: 'value',
  },
  {
    id: 'pseudonym',
    header: 'Public pseudonym',
    cell: ({ id }) => <code className="text-12 wrap-anywhere">{id}</code>,
    text: ({ id }) => id,
    phone: 'none',
  },
  {
    id: 'transfer',
    header: 'Title block',
    cell: ({ transferTx }) => (transferTx === null ? 'Removed' : <Hash value={transferTx} />),
    text: ({ transferTx }) => transferTx ?? '',
    phone: 'value',
  },
];

/** The fractions that a resident owns, each with the block of its title. */
export function OwnershipTab({ resident }: { resident: Resident }) {
  return (
    <DataTable
      name="Ownership"
      columns={columns}
      rows={resident.ownerships}
      rowKey={(one) => one.id}
      empty={<p className="p-5 text-muted">No ownerships.</p>}
    />
  );
}
