/** An instant as the API returns it: ISO 8601, or seconds since 1970 (a block's timestamp). */
export type Moment = string | number;

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'long' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Returns the instant in milliseconds, or undefined if the text is not a date. */
export function millisecondsOf(moment: Moment): number | undefined {
  const value = typeof moment === 'number' ? moment * 1000 : Date.parse(moment);
  return Number.isFinite(value) ? value : undefined;
}

/** Formats an instant relative to now: '3 minutes ago', 'in 2 days'. Whole units only, never rounded up. */
export function formatRelative(at: number, now: number): string {
  const seconds = Math.trunc((at - now) / 1000);
  for (const [unit, size] of steps) {
    const count = Math.trunc(seconds / size);
    if (count !== 0) return relative.format(count, unit);
  }
  // `Math.trunc` returns -0 for the present, which correctly reads 'ago'.
  return relative.format(seconds === 0 ? -0 : seconds, 'second');
}

/** Returns how many milliseconds the relative text of `at` stays valid. */
export function relativeTextHolds(at: number, now: number): number {
  const age = Math.abs(now - at);
  if (age < 60_000) return 1000;
  return age < 3_600_000 ? 15_000 : 300_000;
}

/** Formats date and time to the second with the time zone, in the reader's locale. */
export function formatExact(at: number): string {
  return exact.format(at);
}

/** Formats the date in the reader's locale. */
export function formatDay(at: number): string {
  return day.format(at);
}

/** Formats the date in UTC, as documents that state one day for all readers do. */
export function formatUtcDay(at: number): string {
  return utcDay.format(at);
}

/** Formats date and time to the minute, in the reader's locale. */
export function formatMinute(at: number): string {
  return minute.format(at);
}
