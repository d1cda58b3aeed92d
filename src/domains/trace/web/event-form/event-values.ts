import { z } from 'zod';
import type { AddEventRequest } from '#domains/trace/contract.ts';
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

export const blankValues = (user: string, variant: EventVariant): EventValues => ({
  user,
  action: variant === 'asset' ? 'manufactured' : '',
  assetId: '',
  location: '',
  metadata: '',
  name: '',
  category: '',
  batch: '',
});

/** Whether there is anything worth keeping. */
export function isBlank(values: EventValues): boolean {
  return [values.assetId, values.location, values.metadata, values.name, values.batch].every(
    (text) => text.trim() === '',
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
