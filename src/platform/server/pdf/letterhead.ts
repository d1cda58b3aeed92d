import { logoShapes } from '#platform/contract/logo-shapes.ts';
import { formatsByZone } from '../time-zone.ts';
import type { PdfPart } from './render-pdf.ts';

/** The colors of the stones, from back to front. */
const FILLS = ['#8f8880', '#aaa39a', '#17616e'] as const;

/** Returns the head of a document. */
export const letterhead = (form: string, address: string): PdfPart => ({
  kind: 'letterhead',
  logo: logoShapes.map((path, n) => ({ path, fill: FILLS[n] ?? FILLS[0] })),
  name: 'Cairn',
  right: `${form}\n${address}`,
});

const dayFormatOf = formatsByZone({ dateStyle: 'long' });

/** Formats an instant as a calendar day of a time zone, such as March 4, 2026. */
export const dayOf = (at: number, timeZone: string): string => dayFormatOf(timeZone).format(at);

/** Formats a calendar day, `YYYY-MM-DD`, such as March 4, 2026. */
export const dayInWords = (day: string): string => dayOf(Date.parse(day), 'UTC');

/** Formats an instant in a time zone, with the zone. */
export const timeOf = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long', timeStyle: 'long' }).format(at);
