import { type Document, fontFor, type Placed } from './document-fonts.ts';
import type { TextRun } from './fonts.ts';
import { orderLine, type Paragraph, toParagraph } from './order-line.ts';

/** Writes runs in lines of our own: orders those that are read from right to left, and aligns lines of several fonts. */
export function writeLines(document: Document, runs: readonly TextRun[], placed: Placed): void {
  const lineHeight = lineHeightOf(document, runs, placed);
  for (const paragraph of splitParagraphs(runs)) {
    for (const [start, end] of breakLines(document, paragraph, placed)) {
      if (document.y + lineHeight > document.page.height - document.page.margins.bottom) document.addPage();
      writeLine(document, orderLine(paragraph, start, end), placed);
      document.y += lineHeight;
    }
  }
  document.x = placed.x;
}

/** Returns the height of runs in points. */
export function heightOfRuns(document: Document, runs: readonly TextRun[], placed: Placed): number {
  const lines = splitParagraphs(runs).flatMap((paragraph) => breakLines(document, paragraph, placed));
  return lines.length * lineHeightOf(document, runs, placed);
}

/** A part of the size. Fonts of Arabic state twice the size, for marks that names do not have. */
const LINE_HEIGHT_MAX = 1.5;

/** Marks above and below letters need more room in some fonts: a line has that of the tallest. */
function lineHeightOf(document: Document, runs: readonly TextRun[], { size, lineGap }: Placed): number {
  const heights = [...new Set(runs.map(({ font }) => font))].map((font) =>
    document.font(fontFor(document, font), size).currentLineHeight(true),
  );
  return Math.min(Math.max(...heights), LINE_HEIGHT_MAX * size) + lineGap;
}

function writeLine(document: Document, pieces: readonly TextRun[], { size, x, width, align, baseline }: Placed): void {
  const { y } = document;
  const widths = pieces.map((piece) => widthOf(document, piece, size));
  const total = widths.reduce((sum, one) => sum + one, 0);
  let left = align === 'right' ? x + width - total : x;
  for (const [n, { text, font }] of pieces.entries()) {
    document.font(fontFor(document, font), size).text(text, left, y, { lineBreak: false, baseline });
    left += widths[n] ?? 0;
  }
  document.y = y;
}

function splitParagraphs(runs: readonly TextRun[]): Paragraph[] {
  const paragraphs: TextRun[][] = [[]];
  for (const { text, font } of runs)
    for (const [n, part] of text.split('\n').entries()) {
      if (n > 0) paragraphs.push([]);
      if (part !== '') paragraphs.at(-1)?.push({ text: part, font });
    }
  return paragraphs.map(toParagraph);
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the lines of a paragraph as ranges. Breaks at spaces, and within a word only if it is wider than a line. */
function breakLines(document: Document, { text, fonts }: Paragraph, { size, width }: Placed): [number, number][] {
  const lines: [number, number][] = [];
  let [start, end, used] = [0, 0, 0];
  const add = (part: string) => {
    const length = widthOfPart(document, part, fonts.slice(end, end + part.length), size);
    if (used > 0 && used + length > width) {
      lines.push([start, end]);
      [start, used] = [end, 0];
    }
    end += part.length;
    used += length;
  };
  for (const word of text.match(/\s+|\S+/g) ?? []) {
    const isWide = widthOfPart(document, word, fonts.slice(end, end + word.length), size) > width;
    if (isWide) for (const { segment } of graphemes.segment(word)) add(segment);
    else if (word.trim() === '' && used === 0 && start > 0) start = end += word.length;
    else add(word);
  }
  lines.push([start, end]);
  return lines;
}

function widthOfPart(document: Document, text: string, fonts: readonly string[], size: number): number {
  let total = 0;
  for (let at = 0; at < text.length; ) {
    let end = at + 1;
    while (end < text.length && fonts[end] === fonts[at]) end += 1;
    total += widthOf(document, { text: text.slice(at, end), font: fonts[at] ?? '' }, size);
    at = end;
  }
  return total;
}

const widthOf = (document: Document, { text, font }: TextRun, size: number): number =>
  document.font(fontFor(document, font), size).widthOfString(text);
