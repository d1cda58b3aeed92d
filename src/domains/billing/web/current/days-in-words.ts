import { lastDayOf } from '#domains/billing/contract/last-day.ts';
import { formatCalendarDays } from '#platform/web/format-day.ts';

/** Formats the days that a period covers, as its invoice and its PDF state them: in UTC, without the day on which the next one begins. */
export const daysInWords = (start: string, end: string): string =>
  formatCalendarDays(start.slice(0, 10), lastDayOf({ start, end }));
