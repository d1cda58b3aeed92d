import type { EventValues } from './event-values.ts';

type Template = { readonly label: string } & Pick<EventValues, 'action' | 'location' | 'coordinates' | 'metadata'>;

/** The three quick starts of the form. */
export const templates: readonly Template[] = [
  {
    label: 'Manufacturing',
    action: 'manufactured',
    location: 'Manufacturing Facility',
    coordinates: '',
    metadata: JSON.stringify({ batch: 'BATCH-001', quality: 'A', line: '1' }, null, 2),
  },
  {
    label: 'Shipping',
    action: 'shipped',
    location: 'Distribution Center',
    coordinates: '',
    metadata: JSON.stringify({ tracking: 'TRK-123456', carrier: 'Road freight', temperature_celsius: 4 }, null, 2),
  },
  {
    label: 'Delivery',
    action: 'delivered',
    location: 'Customer Location',
    coordinates: '',
    metadata: JSON.stringify({ recipient: 'Goods inward', condition: 'intact', signature: true }, null, 2),
  },
];
