import { pebbles, seedOf, stackOf } from '#platform/contract/stone-shapes.ts';
import type { QrDrawing } from '#platform/web/ui/value/qr-code.tsx';

/** Millimeters. */
const WIDTH = 80;
const HEIGHT = 40;
const MARGIN = 3;
const TEXT_AT = HEIGHT + 1;

const STONES = 5;
const NAME_CHARACTERS = 17;
const NAME_LINES = 3;
const ID_CHARACTERS = 20;

/**
 * Returns a label to print on goods, as an SVG of 80 × 40 mm: the QR code, the asset's name and whole id, and its cairn.
 * The cairn always has five stones, because a label outlives the steps that follow. Black on white, for thermal printers.
 */
export function labelSvg(qr: QrDrawing, { assetId, name }: { assetId: string; name: string }): string {
  const side = HEIGHT - 2 * MARGIN;
  const names = name === assetId ? [] : shorten(wrap(name, NAME_CHARACTERS), NAME_LINES);
  const ids = wrap(assetId, ID_CHARACTERS);
  // Long ids shrink instead of losing characters.
  const idSize = Math.min(2.9, 13 / ids.length);
  const nameAt = MARGIN + 3.4;
  const idAt = nameAt + names.length * 4.6;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}mm" height="${HEIGHT}mm" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<g transform="translate(${MARGIN} ${MARGIN}) scale(${(side / qr.size).toFixed(5)})" shape-rendering="crispEdges"><path d="${qr.path}"/></g>`,
    ...names.map((line, n) => text(line, nameAt + n * 4.6, 3.9, 'sans-serif" font-weight="600')),
    ...ids.map((line, n) => text(line, idAt + n * idSize * 1.25, idSize, 'monospace')),
    cairn(assetId),
    '</svg>',
  ].join('');
}

function cairn(assetId: string): string {
  const first = seedOf(assetId);
  const { layers, height } = stackOf(first, STONES, STONES);
  const scale = 12 / height;
  const stones = layers.map(({ x, y, width, height: high, tilt }, level) => {
    const place = `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${tilt.toFixed(2)} ${(width / 2).toFixed(2)} ${(high / 2).toFixed(2)}) scale(${(width / 100).toFixed(4)} ${(high / 30).toFixed(4)})`;
    return `<path transform="${place}" d="${pebbles[(first + level) % pebbles.length]}"/>`;
  });
  return `<g transform="translate(${TEXT_AT} ${HEIGHT - MARGIN - 12}) scale(${scale.toFixed(4)})" fill="#fff" stroke="#000" stroke-width="3">${stones.join('')}</g>`;
}

const text = (line: string, y: number, size: number, font: string) =>
  `<text x="${TEXT_AT}" y="${y.toFixed(2)}" font-size="${size.toFixed(2)}" font-family="${font}">${escapeXml(line)}</text>`;

/** Breaks at spaces where it can, and within longer words. */
function wrap(words: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else for (let at = 0; at === 0 || at < word.length; at += width) lines.push(word.slice(at, at + width));
  }
  return lines;
}

const shorten = (lines: readonly string[], max: number) =>
  lines.length <= max ? lines : [...lines.slice(0, max - 1), `${lines[max - 1]}…`];

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (line: string) => line.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
