import bidiFactory from 'bidi-js';
import type { TextRun } from './fonts.ts';

// The package is CommonJS and exports the function itself, which its types do not state.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
/** Letters that are read from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** A paragraph with the direction of each character by the Unicode Bidirectional Algorithm (UAX #9), in a document in English. */
export type Paragraph = {
  readonly text: string;
  /** The font of each UTF-16 unit. */
  readonly fonts: readonly string[];
  readonly levels: ReturnType<typeof bidi.getEmbeddingLevels>;
};

/** Returns the paragraph of some runs. */
export function toParagraph(runs: readonly TextRun[]): Paragraph {
  const text = runs.map((run) => run.text).join('');
  const fonts = runs.flatMap((run) => Array.from({ length: run.text.length }, () => run.font));
  return { text, fonts, levels: bidi.getEmbeddingLevels(text, 'ltr') };
}

/** Returns the runs of one line of a paragraph from left to right, each in the order that its font expects. */
export function orderLine({ text, fonts, levels }: Paragraph, start: number, end: number): TextRun[] {
  const order = Array.from({ length: end - start }, (_, n) => start + n);
  for (const [first = 0, last = 0] of bidi.getReorderSegments(text, levels, start, end - 1)) {
    const flipped = order.slice(first - start, last - start + 1).reverse();
    order.splice(first - start, flipped.length, ...flipped);
  }
  const pieces: { low: number; high: number }[] = [];
  for (const at of order) {
    const piece = pieces.at(-1);
    const isNext = piece !== undefined && (at === piece.high + 1 || at === piece.low - 1);
    if (isNext && fonts[at] === fonts[piece.low] && levels.levels[at] === levels.levels[piece.low]) {
      piece.low = Math.min(piece.low, at);
      piece.high = Math.max(piece.high, at);
    } else pieces.push({ low: at, high: at });
  }
  return pieces.flatMap(({ low, high }) => {
    const font = fonts[low] ?? '';
    const piece = text.slice(low, high + 1);
    const isReversed = (levels.levels[low] ?? 0) % 2 === 1;
    // The library turns letters of these scripts around itself, also numbers among them, which are read from left to right.
    if (RIGHT_TO_LEFT.test(piece))
      return isReversed ? [{ text: piece, font }] : Array.from(piece, (one) => ({ text: one, font }));
    if (!isReversed) return [{ text: piece, font }];
    const mirrored = Array.from(piece, (one) => bidi.getMirroredCharacter(one) ?? one);
    return [{ text: mirrored.reverse().join(''), font }];
  });
}
