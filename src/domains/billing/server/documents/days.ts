import { lastDayOf, type Span } from '#domains/billing/contract/last-day.ts';
import { dayInWords } from '#platform/server/pdf/letterhead.ts';

/** Formats the days of a time, such as March 4, 2026 to April 3, 2026. */
export const spanInWords = (span: Span): string =>
  `${dayInWords(span.start.slice(0, 10))} to ${dayInWords(lastDayOf(span))}`;
