import { inflateSync } from 'node:zlib';

/** Text that a PDF draws at one place. `x` and `y` are points from the lower left of its page. */
type Piece = { readonly x: number; readonly y: number; readonly text: string };

/** Returns the unpacked streams of a PDF. */
export function streams(pdf: Buffer): string[] {
  const all: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7))
    if (pdf.toString('latin1', at - 3, at) !== 'end') all.push(streamAt(pdf, at));
  return all;
}

function streamAt(pdf: Buffer, at: number): string {
  const bytes = pdf.subarray(at + 7, pdf.indexOf('\nendstream', at));
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return bytes.toString('latin1');
  }
}

/** Returns the number of pages of a PDF. */
export const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;

/** Returns the lines of each page of a PDF from top to bottom. What is drawn on one baseline is one line, from left to right. */
export function linesOf(pdf: Buffer): string[][] {
  const read = readersOf(pdf);
  const contents = streams(pdf).filter((stream) => stream.includes('BT\n'));
  return contents.map((stream) => {
    const lines = new Map<number, Piece[]>();
    for (const piece of piecesOf(stream, read)) lines.set(piece.y, [...(lines.get(piece.y) ?? []), piece]);
    const fromTop = [...lines].sort(([one], [other]) => other - one).map(([, pieces]) => pieces);
    return fromTop.map((pieces) =>
      pieces
        .sort((one, other) => one.x - other.x)
        .map(({ text }) => text)
        .join(''),
    );
  });
}

type Reader = (glyphs: string) => string;

function piecesOf(stream: string, read: ReadonlyMap<string, Reader>): Piece[] {
  return [...stream.matchAll(/BT\n([\s\S]*?)ET\n/g)].map(([, block = '']) => {
    const [, x, y] = /1 0 0 1 (\S+) (\S+) Tm/.exec(block) ?? [];
    const font = /\/(F\d+) \S+ Tf/.exec(block)?.[1] ?? '';
    const glyphs = [...block.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => hex).join('');
    return { x: Number(x), y: Number(y), text: read.get(font)?.(glyphs) ?? '' };
  });
}

/** The readers of glyphs of each font, by the map of its glyphs to text. */
function readersOf(pdf: Buffer): Map<string, Reader> {
  const file = pdf.toString('latin1');
  const objectAt = (id: string | undefined) => file.indexOf(`\n${id} 0 obj\n`);
  return new Map(
    [...file.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => {
      const map = /\/ToUnicode (\d+) 0 R/.exec(file.slice(objectAt(id)))?.[1];
      const cmap = streamAt(pdf, file.indexOf('stream\n', objectAt(map)));
      const lists = [...cmap.matchAll(/^<\w+> <\w+> \[(.*)\]$/gm)].map(([, list = '']) => list);
      const texts = [...lists.join(' ').matchAll(/<([^>]*)>/g)].map(([, units = '']) => toText(units));
      return [
        name,
        (glyphs) => (glyphs.match(/.{4}/g) ?? []).map((glyph) => texts[Number.parseInt(glyph, 16)]).join(''),
      ];
    }),
  );
}

const toText = (units: string): string =>
  String.fromCharCode(...units.split(' ').flatMap((unit) => (unit === '' ? [] : [Number.parseInt(unit, 16)])));
