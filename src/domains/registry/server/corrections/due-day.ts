import { dayIn } from '#platform/server/time-zone.ts';
import { endOfDay } from '../taxes/end-of-day.ts';
import type { DueDay } from './recompute-bill.ts';

/** Days to pay additional tax. */
const DAYS = 30;

/** Returns the last day to pay the tax that a correction adds to a bill. */
export function dueDayFor(at: number, timeZone: string): DueDay {
  const due = new Date(Date.parse(`${dayIn(at, timeZone)}T00:00:00Z`) + DAYS * 86_400_000).toISOString().slice(0, 10);
  return { due, dueAt: endOfDay(due, timeZone) };
}
