import { dayIn } from '#platform/server/time-zone.ts';
import { endOfDay } from '../taxes/end-of-day.ts';

/** The day on which money counts as paid, and its end in the time zone of the city in milliseconds since the epoch. */
export type PaidOn = { readonly day: string; readonly asOf: number; readonly timeZone: string };

/**
 * Returns the day on which money that arrived on `arrivedOn` (`YYYY-MM-DD`) counts as paid: that day, but not before `since`, when the
 * payment was opened or the bill issued. Undefined if that is the day of the block at `at`, or if no day is known.
 */
export function paidOn(
  arrivedOn: string | undefined,
  { since, at, timeZone }: { readonly since: number; readonly at: number; readonly timeZone: string },
): PaidOn | undefined {
  if (arrivedOn === undefined) return undefined;
  const first = dayIn(since, timeZone);
  const day = arrivedOn < first ? first : arrivedOn;
  return day < dayIn(at, timeZone) ? paidOnDay(day, timeZone) : undefined;
}

export const paidOnDay = (day: string, timeZone: string): PaidOn => ({ day, asOf: endOfDay(day, timeZone), timeZone });
