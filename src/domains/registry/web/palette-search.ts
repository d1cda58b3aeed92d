import { Landmark, ReceiptText } from 'lucide-react';
import { BillNumber, listProperties, type Property } from '#domains/registry/contract.ts';
import { call } from '#platform/web/api-client.ts';
import type { Hit, PaletteSearch } from '#platform/web/domain.ts';

const propertiesShown = 5;

export const icons: PaletteSearch['icons'] = { property: Landmark, bill: ReceiptText };

/** Returns the page that pays a bill, if the text is a bill number. Does not check whether the bill exists. */
export function name(text: string): readonly Hit[] {
  const { data: bill } = BillNumber.safeParse(text);
  if (bill === undefined) return [];
  return [{ key: `bill ${bill}`, kind: 'bill', title: `Bill ${bill}`, to: '/detroit/pay', search: { bill } }];
}

/** Returns the property with this id, then properties by address, id or neighborhood. */
export async function find(text: string, signal: AbortSignal) {
  const query = { search: text, status: 'all', page: 1, limit: propertiesShown } as const;
  const { properties } = await call(listProperties, { query }, { signal });
  const isNamed = ({ propertyId }: Property) => propertyId === text.toUpperCase();
  return {
    exact: properties.filter(isNamed).map(toHit),
    groups: [{ label: 'Properties', hits: properties.filter((one) => !isNamed(one)).map(toHit) }],
  };
}

const toHit = ({ propertyId, address }: Property): Hit => ({
  key: `property ${propertyId}`,
  kind: 'property',
  title: address,
  id: propertyId,
  to: '/detroit/properties/$propertyId',
  params: { propertyId },
});
