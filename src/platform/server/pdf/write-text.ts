import { type Document, fontFor } from './document-fonts.ts';
import { type FontStyle, fontOf, splitRuns, type TextRun } from './fonts.ts';
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
  const runs = boundedRuns(document, text, style);
  fontChanges.set(document, changesIn(document) + runs.length - 1);
  const placed = placedAt({ size, x, width: width ?? contentWidth(document), align });
  document.fillColor(color);
  const plain = plainText(runs, style);
  if (plain === undefined) writeLines(document, runs, placed, color);
  else document.font(fontFor(document, fontOf(style)), size).text(plain, x, document.y, placed);
}

/** Returns the height in points that `write` would use for text in a style. */
export function heightOfText(
  document: Document,
  text: string,
  style: FontStyle,
  { size, width }: { size: number; width: number },
): number {
  const runs = boundedRuns(document, text, style);
  const plain = plainText(runs, style);
  if (plain === undefined) return heightOfRuns(document, runs, placedAt({ size, width }));
  return document.font(fontFor(document, fontOf(style)), size).heightOfString(plain, { width, lineGap: LINE_GAP });
}

/**
 * Returns the text of runs that the library can lay out, those in the Latin font of a style, and undefined for others: the library loses
 * line breaks where the font changes, does not align such lines, and orders no letters that are read from right to left.
 */
function plainText(runs: readonly TextRun[], style: FontStyle): string | undefined {
  const [first] = runs;
  return first !== undefined && runs.length === 1 && first.font === fontOf(style) ? first.text : undefined;
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
  const written = text === '' ? ' ' : text;
  const runs = splitRuns(written, style);
  const isBeyond = changesIn(document) + runs.length - 1 > FONT_CHANGES_MAX;
  return isBeyond ? splitRuns(written, style, ['latin']) : runs;
}

const changesIn = (document: Document): number => fontChanges.get(document) ?? 0;
