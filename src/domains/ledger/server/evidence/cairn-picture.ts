import { pebbles, quartz, seedOf, stackOf } from '#platform/contract/stone-shapes.ts';
import type { StonePicture } from '#platform/server/pdf/draw-stones.ts';

/** The colors of veins on paper. */
const veins = { blue: '#2f6fce', yellow: '#b8860b', green: '#1f8a54', purple: '#7d55c7', grey: '#8f8880' } as const;
export type VeinTone = keyof typeof veins;

/** An asset's own cairn on a sheet: the same stones as on screen. */
export type Cairn = {
  readonly assetId: string;
  readonly steps: number;
  readonly status: string;
  readonly tone: VeinTone;
};

const ROWS = 5;
const fills = ['#aaa39a', '#b8b2a9', '#9c958c', '#aaa39a'] as const;

/** Returns the stones of an asset's cairn in a box 100 wide. The newest one has a vein in the color of the status. */
export function drawCairn({ assetId, steps, tone }: Cairn): StonePicture {
  const shown = Math.min(Math.max(1, steps), ROWS);
  const first = seedOf(assetId);
  const { layers, height } = stackOf(first, shown, ROWS);
  const stones = layers.map((layer, level) => ({
    ...layer,
    path: pebbles[(first + level) % pebbles.length] ?? pebbles[0],
    fill: fills[(first + level) % fills.length] ?? fills[0],
    vein: level === shown - 1 ? { path: quartz, stroke: veins[tone] } : undefined,
  }));
  return { stones, height };
}

/** Describes a cairn in words, for its picture and for paper. */
export const cairnWords = ({ steps, status }: Cairn): string =>
  `${steps.toLocaleString('en-US')} ${steps === 1 ? 'step' : 'steps'}, ${status}`;

/** Returns the cairn as an SVG. `escapeText` escapes the words for an attribute. */
export function cairnSvg(cairn: Cairn, escapeText: (text: string) => string): string {
  const { stones, height } = drawCairn(cairn);
  const drawn = stones.map(
    ({ path, fill, vein, x, y, tilt, width, height: high }, n) =>
      `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${tilt.toFixed(2)} ${(width / 2).toFixed(2)} ${(high / 2).toFixed(2)}) scale(${(width / 100).toFixed(4)} ${(high / 30).toFixed(4)})">` +
      `<path fill="${fill}" d="${path}"/>` +
      (vein === undefined
        ? ''
        : `<clipPath id="stone-${n}"><path d="${path}"/></clipPath><path clip-path="url(#stone-${n})" fill="none" stroke="${vein.stroke}" stroke-width="6" d="${vein.path}"/>`) +
      '</g>',
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 ${height.toFixed(2)}" width="72" role="img" aria-label="Cairn of ${escapeText(cairn.assetId)}: ${escapeText(cairnWords(cairn))}">${drawn.join('')}</svg>`;
}
