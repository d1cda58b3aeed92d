import type { BlockData } from '@cairn/ledger-proof';
import { domainOfAction } from '#domains/ledger/contract.ts';
import type { JourneyEvent } from './asset-state.ts';

/** The domain that owns blocks about assets. */
export const TRACE = 'trace';

/** The action of an event that corrects another. */
export const CORRECTION = 'correction';

/** The part of a block that `readEvent` reads. */
export const EVENT_OUTLINE = {
  fields: ['action', 'asset_id', 'user', 'role', 'recordedBy', 'recordedByRole'],
  inside: 'meta',
  innerFields: ['timestamp', 'name', 'category', 'batch', 'location', 'to', 'corrects', 'action'],
} as const;

/** The `recordedByRole` of an event that an administrator recorded for another participant. */
export const ADMINISTRATOR = 'administrator';

/**
 * Returns the event in a block of trace; undefined for a block of another domain or an event without a single asset
 * (on quantities). Only this file depends on the layout of an event in `data`.
 */
export function readEvent(block: {
  index: number;
  timestamp: number;
  data: Record<string, unknown>;
}): (JourneyEvent & { assetId: string; corrects: number | undefined; recordedBy: string | undefined }) | undefined {
  const { data } = block;
  const action = textOf(data['action']) ?? '';
  if (domainOfAction(action) !== TRACE) return undefined;
  const assetId = textOf(data['asset_id']);
  const participant = textOf(data['user']);
  if (assetId === undefined || participant === undefined) return undefined;
  const meta = metaOf(data);
  return {
    index: block.index,
    assetId,
    participant,
    action,
    role: textOf(data['role']),
    recordedBy: textOf(data['recordedBy']),
    recordedAt: block.timestamp * 1000,
    happenedAt: happenedAtOf(block),
    ...describedIn(meta),
    byAdministrator: data['recordedByRole'] === ADMINISTRATOR,
    corrects:
      data['action'] === CORRECTION && Number.isSafeInteger(meta['corrects']) ? Number(meta['corrects']) : undefined,
    restates: restatedIn(textOf(data['action']), meta),
  };
}

/**
 * Returns when the event of a block happened, in milliseconds: the time that it states, or the time of recording for a
 * block of another domain or an event without a time. `trace_happened_milliseconds` in the database is the same rule.
 */
export function happenedAtOf({ timestamp, data }: { timestamp: number; data: Record<string, unknown> }): number {
  const isEvent = domainOfAction(textOf(data['action']) ?? '') === TRACE;
  return (isEvent ? instantOf(metaOf(data)['timestamp']) : undefined) ?? timestamp * 1000;
}

/** Returns the action that a correction states instead, or undefined for a retraction. */
export function restatedIn(action: string | undefined, meta: Record<string, unknown>): string | undefined {
  return action === CORRECTION ? textOf(meta['action']) : undefined;
}

/**
 * Returns what `meta` states about the asset. Recording, import and replay all use it, so that projections equal a
 * replay of the chain.
 */
export function describedIn(
  meta: Record<string, unknown>,
): Pick<JourneyEvent, 'name' | 'category' | 'batch' | 'location' | 'to'> {
  return {
    name: textOf(meta['name']),
    category: textOf(meta['category']),
    batch: textOf(meta['batch']),
    location: textOf(meta['location']),
    to: textOf(meta['to']),
  };
}

/** Returns the `meta` of an event, empty if it has none. */
export function metaOf(data: Record<string, unknown>): Record<string, never> {
  const { meta } = data;
  return typeof meta === 'object' && meta !== null && !Array.isArray(meta) ? (meta as Record<string, never>) : {};
}

/** Returns an event as the content of a block. */
export function eventData(event: {
  action: string;
  assetId: string | undefined;
  participant: string;
  role: string;
  recordedBy: string | undefined;
  /** Whether `recordedBy` is an administrator, whose events confirm a change of custody. */
  byAdministrator: boolean;
  meta: Record<string, unknown>;
}): BlockData {
  return {
    action: event.action,
    ...(event.assetId === undefined ? {} : { asset_id: event.assetId }),
    meta: event.meta as BlockData['meta'] & object,
    role: event.role,
    user: event.participant,
    ...(event.recordedBy === undefined ? {} : { recordedBy: event.recordedBy }),
    ...(event.byAdministrator ? { recordedByRole: ADMINISTRATOR } : {}),
  };
}

const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(9999, 11, 31);

/**
 * Returns the instant of `meta.timestamp` in milliseconds: ISO 8601 with a zone (a date is its start in UTC), or a
 * number of seconds. Undefined for anything else.
 */
export function instantOf(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return inRange(value * 1000);
  if (typeof value !== 'string') return undefined;
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/.test(value)) return undefined;
  return isDay(value.slice(0, 10)) ? inRange(Date.parse(value)) : undefined;
}

/** Returns false for 30 February, which `Date.parse` reads as 2 March. */
function isDay(day: string): boolean {
  const parsed = Date.parse(day);
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(day);
}

function inRange(milliseconds: number): number | undefined {
  return milliseconds >= EARLIEST && milliseconds <= LATEST ? Math.round(milliseconds) : undefined;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
