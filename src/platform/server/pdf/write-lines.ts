import { type Document, fontFor, type Placed } from './document-fonts.ts';
import type { TextRun } from './fonts.ts';
import { orderLine, type Paragraph, toParagraph } from './order-line.ts';

/**
 * Writes runs of one or several fonts in lines of our own, from the current line down. A line of text that is read from right to left is
 * ordered.
 */
export function writeLines(document: Document, runs: readonly TextRun[], placed: Placed, color: string): void {
  const lineHeight = lineHeightOf(document, runs, placed);
  for (const paragraph of splitParagraphs(runs)) {
    for (const [start, end] of breakLines(document, paragraph, placed)) {
      if (document.y + lineHeight > document.page.height - document.page.margins.bottom) {
        // A new page starts in black.
        document.addPage().fillColor(color);
      }
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

/** Spaces that a line may break at, or what is between them: no-break spaces belong to words. */
const SPACES_OR_WORD = /[^\S\u00A0\u2007\u202F]+|[\S\u00A0\u2007\u202F]+/g;

/**
 * Returns the lines of a paragraph as ranges, without the spaces at their ends. Breaks at spaces, and within a word only if it is
 * wider than a line.
 */
function breakLines(document: Document, { text, fonts }: Paragraph, { size, width }: Placed): [number, number][] {
  const lines: [number, number][] = [];
  let [start, inked, end, used] = [0, 0, 0, 0];
  const widthAt = (at: number, part: string) => widthOfPart(document, part, fonts.slice(at, at + part.length), size);
  const add = (part: string) => {
    const length = widthAt(end, part);
    const isSpace = part.trim() === '';
    if (!isSpace && used > 0 && used + length > width) {
      lines.push([start, inked]);
      [start, used] = [end, 0];
    }
    end += part.length;
    used += length;
    if (!isSpace) inked = end;
  };
  for (const word of text.match(SPACES_OR_WORD) ?? []) {
    if (word.trim() === '' || widthAt(end, word) <= width) add(word);
    else
      for (const part of splitWord(word))
        if (widthAt(end, part) <= width) add(part);
        else for (const { segment } of graphemes.segment(part)) add(segment);
  }
  lines.push([start, inked]);
  return lines;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Splits what has no spaces into words, by a dictionary in Chinese, Japanese and Thai. Punctuation stays with the word that it belongs to. */
function splitWord(text: string): string[] {
  const parts: string[] = [];
  for (const { segment } of words.segment(text)) {
    const last = parts.at(-1);
    const isWithLast =
      last !== undefined && (/^[^\p{L}\p{N}\p{Ps}\p{Pi}]/u.test(segment) || /^[\p{Ps}\p{Pi}]+$/u.test(last));
    if (isWithLast) parts[parts.length - 1] += segment;
    else parts.push(segment);
  }
  return parts;
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
