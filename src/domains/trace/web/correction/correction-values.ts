import { type AddEventRequest, Coordinates } from '#domains/trace/contract.ts';
import type { JsonObject } from '#platform/contract/scalars.ts';
import { titleOf } from '../actions.ts';
import { parseMetadata } from '../event-form/metadata.ts';

/** Whether the event counts as restated or no longer counts. */
export type CorrectionKind = 'restate' | 'take back';

/** Values of the correction form as typed. `happenedAt` is local time, as a date and time input returns it. */
export type CorrectionValues = {
  readonly kind: CorrectionKind;
  readonly user: string;
  readonly action: string;
  readonly location: string;
  /** Whether the recorded coordinates also belong to a changed location, for example to a corrected spelling. */
  readonly keepsPosition: boolean;
  readonly happenedAt: string;
  readonly metadata: string;
  readonly reason: string;
};

/** The event to correct: its block's content, and when it happened. */
export type RecordedEvent = {
  readonly index: number;
  readonly assetId: string;
  readonly user: string;
  readonly action: string;
  readonly meta: JsonObject;
  readonly happenedAt: string;
};

/** Returns the initial values of the form: the content of the event. */
export function valuesOf(event: RecordedEvent): CorrectionValues {
  const { location, timestamp: _, ...rest } = event.meta;
  return {
    kind: 'restate',
    user: event.user,
    action: event.action,
    location: typeof location === 'string' ? location : '',
    keepsPosition: false,
    happenedAt: toLocal(event.happenedAt),
    metadata: Object.keys(rest).length === 0 ? '' : JSON.stringify(rest, null, 2),
    reason: '',
  };
}

/**
 * Returns the recorded coordinates if the values change the location and still have them. They are of the former location,
 * and the map would show the asset there.
 */
export function formerPosition(event: RecordedEvent, values: CorrectionValues): Coordinates | undefined {
  const { location, coordinates } = event.meta;
  if (values.location.trim() === (typeof location === 'string' ? location.trim() : '')) return undefined;
  const current = parseMetadata(values.metadata)['coordinates'];
  return current !== undefined && textOf(current) === textOf(coordinates)
    ? Coordinates.safeParse(coordinates).data
    : undefined;
}

/** Returns the metadata as typed, without coordinates of a former location. */
function metaOf(event: RecordedEvent, values: CorrectionValues, location?: string): JsonObject {
  const meta = parseMetadata(values.metadata, location);
  if (values.keepsPosition || formerPosition(event, values) === undefined) return meta;
  const { coordinates: _, ...rest } = meta;
  return rest;
}

/** Returns the request to send. A restatement has the whole event, so that readers need not look up the old block. */
export function requestOf(event: RecordedEvent, values: CorrectionValues): AddEventRequest {
  const reason = values.reason.trim();
  const content =
    values.kind === 'take back'
      ? {}
      : {
          ...metaOf(event, values, values.location),
          timestamp: instantOf(event, values.happenedAt),
          action: values.action,
        };
  return {
    user: values.user.trim(),
    action: 'correction',
    asset_id: event.assetId,
    meta: { ...content, corrects: event.index, ...(reason === '' ? {} : { reason }) },
  };
}

export type Change = { readonly field: string; readonly before: string; readonly after: string };

/** Returns the changed fields, or an empty list. */
export function changesOf(event: RecordedEvent, values: CorrectionValues): Change[] {
  const before = valuesOf(event);
  if (values.kind === 'take back')
    return [{ field: titleOf(before.action), before: 'counts', after: 'no longer counts' }];
  const meta = metaOf(event, values);
  const old = parseMetadata(before.metadata);
  const fields: Change[] = [
    { field: 'Participant', before: before.user, after: values.user.trim() },
    { field: 'Action', before: titleOf(before.action), after: titleOf(values.action) },
    { field: 'Location', before: before.location.trim(), after: values.location.trim() },
    { field: 'When it happened', before: spaced(before.happenedAt), after: spaced(values.happenedAt) },
    ...[...new Set([...Object.keys(old), ...Object.keys(meta)])].map((name) => ({
      field: name,
      before: textOf(old[name]),
      after: textOf(meta[name]),
    })),
  ];
  return fields.filter((change) => change.before !== change.after);
}

export function errorOf(event: RecordedEvent, values: CorrectionValues): string | undefined {
  if (values.user.trim() === '') return 'Participant is required';
  if (values.kind === 'restate' && Number.isNaN(Date.parse(values.happenedAt))) return 'Enter when it happened.';
  return changesOf(event, values).length === 0
    ? 'Nothing has changed. Correct a field, or retract the event.'
    : undefined;
}

/** Formats an instant for a date and time input: local, to the second. */
function toLocal(instant: string): string {
  const at = new Date(instant);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** Returns the recorded instant if it was not edited, which preserves its precision. */
function instantOf(event: RecordedEvent, local: string): string {
  return local === toLocal(event.happenedAt) ? event.happenedAt : new Date(local).toISOString();
}

const spaced = (local: string) => local.replace('T', ' ');
const textOf = (value: unknown) =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
