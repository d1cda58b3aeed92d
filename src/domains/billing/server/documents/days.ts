import { dayInWords } from '#platform/server/pdf/letterhead.ts';
import type { Span } from './invoice-document.ts';

/** Returns the last day, `YYYY-MM-DD` in UTC, of which a time is a part. */
export const lastDayOf = ({ end }: Span): string => new Date(Date.parse(end) - 1).toISOString().slice(0, 10);

/** Formats the days of a time, such as March 4, 2026 to April 3, 2026. */
export const spanInWords = (span: Span): string =>
  `${dayInWords(span.start.slice(0, 10))} to ${dayInWords(lastDayOf(span))}`;
