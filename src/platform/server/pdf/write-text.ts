import type PDFDocument from 'pdfkit';
import { type FontStyle, readFont, splitRuns, type TextRun } from './fonts.ts';

export type Document = InstanceType<typeof PDFDocument>;

export const INK = '#211d19';
export const QUIET = '#5f5850';
export const ACCENT = '#155f6d';
export const GOOD = '#1f6b43';
export const BAD = '#b3261e';
export const RULE = '#dcd6ce';
export const MARGIN = 56;
export const SIZES = { title: 20, heading: 12, body: 9.5, code: 7.5, foot: 8 } as const;

export const contentWidth = (document: Document): number => document.page.width - 2 * MARGIN;

type Writing = {
  style: FontStyle;
  size: number;
  color: string;
  x?: number;
  width?: number;
  align?: 'left' | 'right';
};

/**
 * The maximum number of font changes in one document. Their commands stay in memory until the document ends, and 60,000
 * of them exceed the 128 MB of a thread.
 */
const FONT_CHANGES_MAX = 20_000;
const fontChanges = new WeakMap<Document, number>();

/**
 * Writes text in the fonts that have its characters, from the current line down. After 20,000 changes of font in a
 * document, letters that are not Latin are written as `\u{…}`.
 */
export function write(
  document: Document,
  text: string,
  { style, size, color, x = MARGIN, width, align = 'left' }: Writing,
): void {
  const runs = boundedRuns(document, text === '' ? ' ' : text, style);
  document.fillColor(color);
  for (const [n, run] of runs.entries()) {
    document.font(fontFor(document, run.font), size);
    const options = { continued: n < runs.length - 1, width: width ?? contentWidth(document), lineGap: 2, align };
    if (n === 0) document.text(run.text, x, document.y, options);
    else document.text(run.text, options);
  }
}

function boundedRuns(document: Document, text: string, style: FontStyle): TextRun[] {
  const runs = splitRuns(text, style);
  const changes = (fontChanges.get(document) ?? 0) + runs.length - 1;
  if (changes > FONT_CHANGES_MAX) return splitRuns(text, style, ['latin']);
  fontChanges.set(document, changes);
  return runs;
}

const registered = new WeakMap<Document, Set<string>>();

/** Registered once for each document, under its own name, so that each font is embedded once. */
export function fontFor(document: Document, font: string): string {
  const names = registered.get(document) ?? new Set<string>();
  registered.set(document, names);
  if (!names.has(font)) document.registerFont(font, readFont(font));
  names.add(font);
  return font;
}
