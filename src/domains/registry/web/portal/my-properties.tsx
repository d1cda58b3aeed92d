import { Link } from '@tanstack/react-router';
import type { Property, residentProperties } from '#domains/registry/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { PropertyStatusBadge } from '../property-status.tsx';

type Ownership = ResponseIn<typeof residentProperties>['ownerships'][number];

/** Returns the owned parts of the properties that have other owners too. */
export const partsOf = (ownerships: readonly Ownership[]): ReadonlyMap<string, string> =>
  new Map(
    ownerships
      .filter(({ shares }) => shares.numerator < shares.denominator)
      .map(({ propertyId, shares }) => [propertyId, `${shares.numerator}/${shares.denominator}`]),
  );

const columnsWith = (
  onPay: (property: Property) => void,
  partOf: ReadonlyMap<string, string>,
): readonly Column<Property>[] => [
  {
    id: 'address',
    header: 'Address',
    cell: (property) => (
      <Link
        to="/detroit/properties/$propertyId"
        params={{ propertyId: property.propertyId }}
        className="rounded-6 font-medium hover:underline"
      >
        {property.address}
      </Link>
    ),
    text: (property) => property.address,
    phone: 'title',
  },
  {
    id: 'propertyId',
    header: 'Property ID',
    cell: (property) => <code className="text-12">{property.propertyId}</code>,
    text: (property) => property.propertyId,
    phone: 'value',
  },
  {
    id: 'assessed',
    header: 'Assessed',
    cell: (property) => <span className="tabular">{property.assessedValueFormatted}</span>,
    text: (property) => property.assessedValue / 100,
    align: 'end',
    phone: 'none',
  },
  {
    id: 'owed',
    header: 'Tax owed',
    cell: (property) => (
      <>
        <span className="tabular">{property.taxOwedFormatted}</span>
        {partOf.has(property.propertyId) ? (
          <span className="block text-12 text-pretty text-muted sm:ms-auto sm:w-36">
            for the whole property; your part is {partOf.get(property.propertyId)}
          </span>
        ) : null}
      </>
    ),
    text: (property) => property.taxOwed / 100,
    align: 'end',
    phone: 'labeled',
  },
  {
    id: 'pay',
    header: 'Payment',
    cell: (property) =>
      property.taxOwed > 0 ? (
        <Button size="small" onClick={() => onPay(property)}>
          Pay<span className="sr-only"> the tax on {property.address}</span>
        </Button>
      ) : (
        <span className="text-muted">Nothing owed</span>
      ),
    phone: 'block',
  },
  {
    id: 'status',
    header: 'Status',
    cell: (property) => <PropertyStatusBadge status={property.status} />,
    text: (property) => property.status,
    phone: 'mark',
  },
];

/** The properties of a resident. A bill is for the whole property, whatever part the resident owns. */
export function MyProperties({
  properties,
  ownerships,
  onPay,
  onPayAll,
}: {
  properties: readonly Property[];
  ownerships: readonly Ownership[];
  onPay: (property: Property) => void;
  /** Pays several together; undefined if tax is owed on at most one. */
  onPayAll: (() => void) | undefined;
}) {
  return (
    <DataTable
      name="My Properties"
      columns={columnsWith(onPay, partsOf(ownerships))}
      rows={properties}
      rowKey={(property) => property.propertyId}
      {...(onPayAll === undefined
        ? {}
        : {
            toolbar: (
              <div className="flex flex-wrap items-center gap-3">
                <h2 className="text-14 font-semibold text-ink">My Properties</h2>
                <Button size="small" onClick={onPayAll}>
                  Pay several together
                </Button>
              </div>
            ),
          })}
      empty={<p className="p-5 text-muted">No properties.</p>}
    />
  );
}
