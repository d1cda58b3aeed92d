import type PDFDocument from 'pdfkit';
import { readFont } from './font-files.ts';

export type Document = InstanceType<typeof PDFDocument>;

/** A place for text, and how it is set. */
export type Placed = {
  readonly size: number;
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly lineGap: number;
  readonly baseline: number;
};

const registered = new WeakMap<Document, Set<string>>();

/** Registered once for each document, under its own name, so that each font is embedded once. */
export function fontFor(document: Document, font: string): string {
  const names = registered.get(document) ?? new Set<string>();
  registered.set(document, names);
  if (!names.has(font)) document.registerFont(font, readFont(font));
  names.add(font);
  return font;
}
