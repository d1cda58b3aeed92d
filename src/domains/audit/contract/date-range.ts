import { z } from 'zod';

/** A day (`2026-03-04`, which covers the whole UTC day) or an instant. */
export const DateOrInstant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: 'Enter a day, such as 2026-03-04, or an instant with a zone, such as 2026-03-04T05:06:07Z',
  })
  // Events happen in these years; a zone may move an instant out of them.
  .refine((text) => Date.parse(text) >= 0 && Date.parse(text) < Date.UTC(10_000, 0), {
    error: 'Enter a time between 1970 and 9999 (UTC)',
  });

type DateRange = { readonly startDate?: string | undefined; readonly endDate?: string | undefined };

/** Refuses a range that ends before it starts, because its empty log would look as if nothing was recorded. */
export function checkDates({ startDate, endDate }: DateRange, context: z.RefinementCtx): void {
  if (startDate === undefined || endDate === undefined) return;
  if (Date.parse(rangeEnd(endDate, 'end')) < Date.parse(rangeEnd(startDate, 'start')))
    context.addIssue({ code: 'custom', path: ['endDate'], message: 'endDate must not be before startDate' });
}

/** Expands a day to its first or last instant, in UTC. */
export function rangeEnd(text: string, end: 'start' | 'end'): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return new Date(isDay && end === 'end' ? `${text}T23:59:59.999Z` : text).toISOString();
}
