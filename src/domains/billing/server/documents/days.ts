import { dayInWords } from '#platform/server/pdf/letterhead.ts';
import type { Span } from './invoice-document.ts';

const DAY = 86_400_000;

/**
 * Returns the last day, `YYYY-MM-DD` in UTC, that an invoiced time covers. The day on which it ends belongs to the next time, so that the days of
 * consecutive times never overlap; a time within one day covers that day.
 */
export const lastDayOf = ({ start, end }: Span): string =>
  new Date(Math.max(Date.parse(start), Date.parse(end) - DAY)).toISOString().slice(0, 10);

/** Formats the days of a time, such as March 4, 2026 to April 3, 2026. */
export const spanInWords = (span: Span): string =>
  `${dayInWords(span.start.slice(0, 10))} to ${dayInWords(lastDayOf(span))}`;
