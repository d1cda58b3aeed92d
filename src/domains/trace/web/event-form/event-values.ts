import { z } from 'zod';
import { handsOver } from '#domains/trace/contract/handover-actions.ts';
import { AddEventRequest } from '#domains/trace/contract.ts';
import { explainIssues } from '#platform/contract/explain-issue.ts';
import { explainMisleadingId } from '#platform/contract/misleading-ids.ts';
import { besideField, dotted } from '#platform/web/form/beside-field.ts';
import type { Defaults } from './device-defaults.ts';
import { coordinatesIn, inputsIn, quantityIn } from './event-details.ts';
import { clockTolerance, instantOfLocal, localOf } from './happened-at.ts';
import { explainMetadata, parseMetadata } from './metadata.ts';

/** Values of the form as typed. */
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
  /** As typed: `60.39, 5.32`. Forms stored before these fields existed lack them. */
  coordinates: z.string().default(''),
  quantity: z.string().default(''),
  uom: z.string().default(''),
  /** Ids of the assets that a new one is made from, as typed. */
  inputs: z.string().default(''),
  /** Username of the addressee, for a handover. */
  to: z.string().default(''),
  /** Local date and time, as its input returns it. Empty: now. */
  happenedAt: z.string().default(''),
});
export type EventValues = z.infer<typeof EventValues>;
export type EventErrors = Partial<Record<keyof EventValues, string>>;

/** Any event, or the first event of a new asset. */
export type EventVariant = 'event' | 'asset';

/** Returns an empty form with the defaults of this device. */
export const blankValues = (user: string, variant: EventVariant, defaults?: Defaults | null): EventValues => ({
  user: defaults?.user ?? user,
  action: variant === 'asset' ? 'manufactured' : '',
  assetId: '',
  location: defaults?.location ?? '',
  metadata: '',
  name: '',
  category: '',
  batch: '',
  coordinates: defaults?.coordinates ?? '',
  quantity: '',
  uom: defaults?.uom ?? '',
  inputs: '',
  to: '',
  happenedAt: '',
});

/** Reports whether the form has nothing beyond its initial values. */
export function isBlank(values: EventValues, blank: EventValues): boolean {
  const typed = [
    'assetId',
    'location',
    'to',
    'happenedAt',
    'coordinates',
    'quantity',
    'inputs',
    'metadata',
    'name',
    'batch',
  ] as const;
  return typed.every((field) => values[field].trim() === '' || values[field] === blank[field]);
}

/** Returns the errors of these values: the contract's messages, and those about texts that never reach it. */
export function errorsOf(values: EventValues, now = Date.now()): EventErrors {
  const parsed = AddEventRequest.safeParse(requestOf(values), { error: explainIssues('body') });
  const metadata = explainMetadata(values.metadata);
  const issues = (parsed.error?.issues ?? []).map(({ path, message }) => ({ pointer: `/${path.join('/')}`, message }));
  return {
    // Reversed, so that the first message about a field wins.
    ...misleadingIds(values),
    ...placedErrors(issues.toReversed()),
    ...timeErrors(values.happenedAt, now),
    ...(coordinatesIn(values.coordinates) === 'unreadable'
      ? { coordinates: 'Enter latitude and longitude in degrees, such as 60.39, 5.32' }
      : {}),
    ...(quantityIn(values.quantity) === 'unreadable' ? { quantity: 'Enter a number, such as 400' } : {}),
    ...(values.quantity.trim() !== '' && values.uom === '' ? { uom: 'Choose the unit of the quantity' } : {}),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

function timeErrors(typed: string, now: number): EventErrors {
  const instant = instantOfLocal(typed);
  if (instant === 'unreadable') return { happenedAt: 'Enter a date and a time' };
  if (instant !== undefined && instant > now + clockTolerance)
    return { happenedAt: 'This is in the future. Enter when it happened, or leave it empty for now.' };
  return {};
}

/** Returns the errors that the server would report about the ids of a new asset. Existing ids stay usable. */
function misleadingIds({ action, assetId, batch }: EventValues): EventErrors {
  if (action !== 'manufactured') return {};
  const inId = explainMisleadingId('Asset ID', assetId.trim());
  const inBatch = explainMisleadingId('Batch', batch.trim());
  return { ...(inId === undefined ? {} : { assetId: inId }), ...(inBatch === undefined ? {} : { batch: inBatch }) };
}

/** Returns the request to send, which is also the content of the block. */
export function requestOf(values: EventValues): AddEventRequest {
  const named = { name: values.name.trim(), category: values.category, batch: values.batch.trim() };
  const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
  return {
    user: values.user.trim(),
    action: values.action,
    asset_id: values.assetId.trim(),
    meta: { ...parseMetadata(values.metadata, values.location), ...given, ...detailsOf(values) },
  };
}

function detailsOf(values: EventValues) {
  const coordinates = coordinatesIn(values.coordinates);
  const quantity = quantityIn(values.quantity);
  const inputs = inputsIn(values.inputs);
  const happenedAt = instantOfLocal(values.happenedAt);
  return {
    ...(typeof coordinates === 'object' ? { coordinates } : {}),
    ...(typeof quantity === 'number' ? { quantity, uom: values.uom } : {}),
    ...(inputs.length === 0 ? {} : { inputs }),
    ...(typeof happenedAt === 'number' ? { timestamp: new Date(happenedAt).toISOString() } : {}),
    ...(handsOver(values.action) && values.to !== '' ? { to: values.to } : {}),
  };
}

/** Returns the form's values for this request. Fields without an input go into the metadata. */
export function valuesOfRequest({ user, action, asset_id, meta }: AddEventRequest): EventValues {
  const { location, to, timestamp, ...rest } = meta;
  const happenedAt = localOf(timestamp);
  const isAddressed = handsOver(action) && typeof to === 'string';
  const others = {
    ...rest,
    ...(location === undefined || typeof location === 'string' ? {} : { location }),
    ...(to === undefined || isAddressed ? {} : { to }),
    ...(timestamp === undefined || happenedAt !== '' ? {} : { timestamp }),
  };
  return {
    ...blankValues(user, 'event'),
    action,
    assetId: asset_id,
    location: typeof location === 'string' ? location : '',
    to: isAddressed ? to : '',
    happenedAt,
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
  ['/meta/coordinates', 'coordinates'],
  ['/meta/inputs', 'inputs'],
  ['/meta/to', 'to'],
  ['/meta/timestamp', 'happenedAt'],
  ['/meta', 'metadata'],
];

/** Returns the server's errors by field. */
export function placedErrors(errors: readonly { pointer: string; message: string }[]): EventErrors {
  return Object.fromEntries(
    errors.flatMap(({ pointer, message }) => {
      const field = fields.find(([start]) => pointer === start || pointer.startsWith(`${start}/`))?.[1];
      return field ? [[field, besideField(dotted(pointer), message)]] : [];
    }),
  );
}
