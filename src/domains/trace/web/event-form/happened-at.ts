import { formatZone } from '#platform/web/format-zone.ts';

/** The server marks an event as recorded before it happened if it is further ahead. In milliseconds. */
export const clockTolerance = 60_000;

/** Returns the instant of a local date and time in milliseconds, or undefined for empty text. */
export function instantOfLocal(local: string): number | 'unreadable' | undefined {
  if (local.trim() === '') return undefined;
  const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local) ? Date.parse(local) : Number.NaN;
  return Number.isNaN(instant) ? 'unreadable' : instant;
}

/** Returns an instant in the format of a date and time input: local, to the second. Empty if that would change it. */
export function localOf(instant: unknown): string {
  const at = typeof instant === 'string' ? Date.parse(instant) : Number.NaN;
  if (Number.isNaN(at) || at % 1000 !== 0) return '';
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  return Date.parse(local) === at ? local.replace(/:00$/, '') : '';
}

/** Returns the reader's time zone and its offset at that local time, or at present: `Europe/Oslo, GMT+1`. */
export function zoneAt(local: string): string {
  const instant = instantOfLocal(local);
  return formatZone(typeof instant === 'number' ? instant : Date.now());
}
