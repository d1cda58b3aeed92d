import type { TableBlock } from '#domains/assistant/contract.ts';
import type { Property } from '#domains/registry/contract.ts';
import { table } from '../turn.ts';

export const propertyLink = (propertyId: string) => `/detroit/properties/${encodeURIComponent(propertyId)}`;

/** A table of properties. `all` is how many there are. */
export const propertyTable = (properties: readonly Property[], all = properties.length): TableBlock => ({
  ...table(
    'Properties',
    ['Property', 'Address', 'Neighborhood', 'Type', 'Assessed value', 'Tax owed'],
    properties.map(({ propertyId, address, metadata, assessedValueFormatted, taxOwedFormatted }) => [
      { text: propertyId, href: propertyLink(propertyId), isId: true },
      { text: address },
      { text: metadata.neighborhood },
      { text: metadata.propertyType },
      { text: assessedValueFormatted },
      { text: taxOwedFormatted },
    ]),
  ),
  more: Math.max(0, all - properties.length),
});
