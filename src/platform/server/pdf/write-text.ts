import type PDFDocument from 'pdfkit';
import { type FontStyle, readFont, splitRuns } from './fonts.ts';

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

/** Writes text in the fonts that have its characters, from the current line down. */
export function write(
  document: Document,
  text: string,
  { style, size, color, x = MARGIN, width, align = 'left' }: Writing,
): void {
  const runs = splitRuns(text === '' ? ' ' : text, style);
  document.fillColor(color);
  for (const [n, run] of runs.entries()) {
    document.font(fontFor(document, run.font), size);
    const options = { continued: n < runs.length - 1, width: width ?? contentWidth(document), lineGap: 2, align };
    if (n === 0) document.text(run.text, x, document.y, options);
    else document.text(run.text, options);
  }
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
