import { type EventClock, goodsClock } from '#domains/trace/contract.ts';
import { dayAfter, daysIn, formatCalendarDay } from '#platform/web/format-day.ts';
import { formatCount } from '#platform/web/format-number.ts';
import type { DashboardSearch } from './dashboard-search.ts';

export type Period = { readonly from: string; readonly to: string };
/** A period by when events happened, or when they were recorded. */
export type ClockedPeriod = Period & { readonly clock: EventClock };

const daysMax = 366;
const usualDays = 30;

/** Returns the UTC days that the URL selects. An invalid or overlong period falls back to the default. */
export function periodOf({ range, from, to }: DashboardSearch, today: string): Period {
  if (range === 'custom' && from !== undefined && to !== undefined && from <= to && daysIn({ from, to }) <= daysMax)
    return { from, to };
  const days = range === 'today' ? 1 : range === '7' || range === '90' ? Number(range) : usualDays;
  return { from: dayAfter(today, 1 - days), to: today };
}

/** Returns the period that the dashboard shows: the days and the clock that the URL selects. */
export const clockedPeriodOf = (search: DashboardSearch, today: string): ClockedPeriod => ({
  ...periodOf(search, today),
  clock: search.clock ?? goodsClock,
});

/** Describes the period after a number: 'today', 'in 30 days'. */
export function wordsFor(period: Period, today: string): string {
  const days = daysIn(period);
  if (days === 1) return period.to === today ? 'today' : `on ${formatCalendarDay(period.to)}`;
  return period.to === today ? `in ${days} days` : `in those ${days} days`;
}

/** Describes how a number differs from that of the previous period. */
export function differenceInWords(now: number, before: number): string {
  if (now === before) return 'same as before';
  if (before === 0) return 'none before';
  return `${formatCount(Math.abs(now - before))} ${now > before ? 'more' : 'fewer'} than before`;
}
