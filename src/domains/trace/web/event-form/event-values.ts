import { z } from 'zod';
import type { AddEventRequest } from '#domains/trace/contract.ts';
import type { Defaults } from './device-defaults.ts';
import { parseMetadata } from './metadata.ts';

/** What the form holds, as typed. */
export const EventValues = z.object({
  user: z.string(),
  action: z.string(),
  assetId: z.string(),
  location: z.string(),
  metadata: z.string(),
  /** Only for a new asset. */
  name: z.string(),
  category: z.string(),
  batch: z.string(),
});
export type EventValues = z.infer<typeof EventValues>;
export type EventErrors = Partial<Record<keyof EventValues, string>>;

/** An event of whatever kind, or the first event of a new asset. */
export type EventVariant = 'event' | 'asset';

/** An empty form, but for what each event on this device begins with. */
export const blankValues = (user: string, variant: EventVariant, defaults?: Defaults | null): EventValues => ({
  user: defaults?.user ?? user,
  action: variant === 'asset' ? 'manufactured' : '',
  assetId: '',
  location: defaults?.location ?? '',
  metadata: '',
  name: '',
  category: '',
  batch: '',
});

/** Whether there is anything worth keeping: more than the form begins with. */
export function isBlank(values: EventValues, blank: EventValues): boolean {
  return (['assetId', 'location', 'metadata', 'name', 'batch'] as const).every(
    (field) => values[field].trim() === '' || values[field] === blank[field],
  );
}

export function errorsOf(values: EventValues): EventErrors {
  return {
    ...(values.user.trim() === '' ? { user: 'Participant is required' } : {}),
    ...(values.action === '' ? { action: 'Action is required' } : {}),
    ...(values.assetId.trim() === '' ? { assetId: 'Asset ID is required' } : {}),
  };
}

/** Exactly what is sent, and what the block will say. */
export function requestOf(values: EventValues): AddEventRequest {
  const named = { name: values.name.trim(), category: values.category, batch: values.batch.trim() };
  const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
  return {
    user: values.user.trim(),
    action: values.action,
    asset_id: values.assetId.trim(),
    meta: { ...parseMetadata(values.metadata, values.location), ...given },
  };
}

/** The form as it would have to be filled for this request; what has no field of its own stands in the metadata. */
export function valuesOfRequest({ user, action, asset_id, meta }: AddEventRequest): EventValues {
  const { location, ...rest } = meta;
  const placed = typeof location === 'string';
  const others = placed ? rest : meta;
  return {
    ...blankValues(user, 'event'),
    action,
    assetId: asset_id,
    location: placed ? location : '',
    metadata: Object.keys(others).length === 0 ? '' : JSON.stringify(others, null, 2),
  };
}

const fields: readonly (readonly [string, keyof EventValues])[] = [
  ['/user', 'user'],
  ['/action', 'action'],
  ['/asset_id', 'assetId'],
  ['/meta/location', 'location'],
  ['/meta/name', 'name'],
  ['/meta/category', 'category'],
  ['/meta/batch', 'batch'],
  ['/meta', 'metadata'],
];

/** The server's complaints, each at the field it is about. */
export function placedErrors(errors: readonly { pointer: string; message: string }[]): EventErrors {
  return Object.fromEntries(
    errors.flatMap(({ pointer, message }) => {
      const field = fields.find(([start]) => pointer === start || pointer.startsWith(`${start}/`))?.[1];
      return field ? [[field, sentence(message)]] : [];
    }),
  );
}

function sentence(message: string): string {
  return /^(is|must|has|may)\b/.test(message) ? `This ${message}.` : message;
}
