import { type EventValues, requestOf } from './event-values.ts';

export type Template = { readonly label: string } & Pick<
  EventValues,
  'action' | 'location' | 'coordinates' | 'metadata'
>;

/** The three quick templates of the form. Their values are samples. */
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

/**
 * Returns the sample values of all templates that are still in the form, as `name: value`, whatever its action: the action
 * can be changed after a template filled the form, and a ledger keeps the values permanently.
 */
export function samplesIn(values: EventValues): string[] {
  const { meta } = requestOf(values);
  return templates
    .flatMap(samplesOf)
    .flatMap(([name, sample]) => (meta[name] === sample ? [`${name}: ${String(sample)}`] : []));
}

const samplesOf = ({ location, metadata }: Template): [string, unknown][] => [
  ...Object.entries(JSON.parse(metadata) as Record<string, unknown>),
  ['location', location],
];
