import type { Property } from '#domains/registry/contract.ts';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { PropertyStatusBadge } from '../property-status.tsx';
import { propertyTypeNames } from '../property-type.ts';

export const propertyColumns: readonly Column<Property>[] = [
  {
    id: 'address',
    header: 'Address',
    cell: (property) => <span className="font-medium">{property.address}</span>,
    text: (property) => property.address,
    sortable: true,
    hideable: false,
    phone: 'title',
  },
  {
    id: 'propertyId',
    header: 'Property ID',
    cell: (property) => <code className="text-12">{property.propertyId}</code>,
    text: (property) => property.propertyId,
    sortable: true,
    phone: 'value',
  },
  {
    id: 'neighborhood',
    header: 'Neighborhood',
    cell: (property) => property.metadata.neighborhood,
    text: (property) => property.metadata.neighborhood,
    phone: 'value',
  },
  {
    id: 'use',
    header: 'Use',
    cell: (property) => propertyTypeNames[property.metadata.propertyType],
    text: (property) => propertyTypeNames[property.metadata.propertyType],
    phone: 'none',
    hiddenAtFirst: true,
  },
  {
    id: 'assessedValue',
    header: 'Assessed',
    cell: (property) => <span className="tabular">{property.assessedValueFormatted}</span>,
    text: (property) => property.assessedValue / 100,
    sortable: true,
    align: 'end',
    phone: 'none',
  },
  {
    id: 'taxOwed',
    header: 'Tax owed',
    cell: (property) => <span className="tabular">{property.taxOwedFormatted}</span>,
    text: (property) => property.taxOwed / 100,
    sortable: true,
    align: 'end',
    phone: 'labeled',
  },
  {
    id: 'status',
    header: 'Status',
    cell: (property) => <PropertyStatusBadge status={property.status} />,
    text: (property) => property.status,
    phone: 'mark',
  },
];
