/** From `start` until before `end`, as ISO instants. */
export type Span = { readonly start: string; readonly end: string };

const DAY = 86_400_000;

/**
 * Returns the last day, `YYYY-MM-DD` in UTC, that an invoiced time covers. The day on which it ends belongs to the next time, so that the days of
 * consecutive times never overlap; a time within one day covers that day.
 */
export const lastDayOf = ({ start, end }: Span): string =>
  new Date(Math.max(Date.parse(start), Date.parse(end) - DAY)).toISOString().slice(0, 10);
