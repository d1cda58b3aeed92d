import { type Document, fontFor } from './document-fonts.ts';
import { type FontStyle, splitRuns, type TextRun } from './fonts.ts';
import { readsRightToLeft } from './order-line.ts';
import { heightOfRuns, writeLines } from './write-lines.ts';

export { type Document, fontFor };

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
 * The ascent of the families of text, as a part of the size. All fonts of a line share its baseline, though others have taller ascents.
 */
const ASCENT = 0.96875;
const LINE_GAP = 2;

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
  const placed = placedAt({ size, x, width: width ?? contentWidth(document), align });
  document.fillColor(color);
  // The library neither orders such letters nor aligns a line of several fonts.
  if (runs.some((run) => readsRightToLeft(run.text)) || (align === 'right' && runs.length > 1)) {
    writeLines(document, runs, placed);
    return;
  }
  for (const [n, run] of runs.entries()) {
    document.font(fontFor(document, run.font), size);
    const options = { ...placed, continued: n < runs.length - 1 };
    if (n === 0) document.text(run.text, x, document.y, options);
    else document.text(run.text, options);
  }
}

/** Returns the height of text in a style, in points. */
export function heightOfText(
  document: Document,
  text: string,
  style: FontStyle,
  { size, width }: { size: number; width: number },
): number {
  const runs = splitRuns(text === '' ? ' ' : text, style);
  const [first] = runs;
  if (first !== undefined && runs.length === 1)
    return document.font(fontFor(document, first.font), size).heightOfString(first.text, { width, lineGap: LINE_GAP });
  return heightOfRuns(document, runs, placedAt({ size, width }));
}

const placedAt = ({
  size,
  width,
  x = MARGIN,
  align = 'left',
}: Pick<Writing, 'size' | 'x' | 'align'> & { width: number }) => ({
  ...{ size, x, width, align, lineGap: LINE_GAP },
  baseline: -ASCENT * size,
});

function boundedRuns(document: Document, text: string, style: FontStyle): TextRun[] {
  const runs = splitRuns(text, style);
  const changes = (fontChanges.get(document) ?? 0) + runs.length - 1;
  if (changes > FONT_CHANGES_MAX) return splitRuns(text, style, ['latin']);
  fontChanges.set(document, changes);
  return runs;
}
