/** Hand-drawn pebbles in a box of 100 × 30, so that no two neighbors look alike. */
export const pebbles = [
  'M2 16.5C1.5 7 17 1.5 46 1.2 76 1 97.5 4.5 98.3 14.5 99 25 79 29 49 29 20 29 2.4 26.5 2 16.5Z',
  'M1.5 14C2 4.5 24 1 53 1.4 82 1.8 98.6 7 98.4 16.5 98.2 26 78 28.8 46 28.9 17 29 1 23.5 1.5 14Z',
  'M2.2 18C1 9.5 12 2.4 41 1.3 71 .2 96 3.4 98 12.5 100 22.5 84 28.6 54 29 24 29.4 3.4 26.5 2.2 18Z',
  'M1.6 15.5C1.2 5.5 21 1.6 50 1.2 80 .8 99.4 8 98.2 17.5 97 27 74 29.2 45 28.8 18 28.4 2 25.5 1.6 15.5Z',
] as const;

/** A quartz vein, clipped to the outline of the pebble. */
export const quartz = 'M-4 20C24 14 40 19 60 14S84 11 104 16';

/** A stone of a stack: its upper left corner, its size, and its tilt in degrees around its center. */
export type PlacedStone = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly tilt: number;
};

/**
 * Returns the stones of a stack, from the bottom up, in a box 100 wide and `height` high. `first` is the number of the lowest
 * stone, which decides the shapes. The same numbers give the same stack on screens and on paper.
 */
export function stackOf(first: number, count: number, rows: number): { layers: PlacedStone[]; height: number } {
  const shapes = Array.from({ length: count }, (_, level) => layer(first + level, level, rows));
  const height = shapes.reduce((sum, each) => sum + each.height - 1.5, 0) + 16;
  let below = 0;
  const layers = shapes.map(({ shift, ...shape }) => {
    below += shape.height - 1.5;
    return { ...shape, x: 50 - shape.width / 2 + shift, y: height - below - 1.5 };
  });
  return { layers, height };
}

/** Positions a stone: its size shrinks towards the top; its offset and tilt depend only on its number. */
function layer(number: number, level: number, rows: number) {
  const shrink = 1 - (level / Math.max(rows, 4)) * 0.52;
  const wobble = Math.sin(number * 2.4 + 1);
  return {
    width: (84 + wobble * 6) * shrink,
    height: (17.5 + Math.cos(number * 1.7) * 2) * (0.62 + shrink * 0.38),
    shift: Math.sin(number * 1.9) * 3.2,
    tilt: Math.cos(number * 2.1) * 1.8,
  };
}

/** Returns a number from 0 to 996 that depends on the text alone (a polynomial hash modulo a prime). */
export const seedOf = (text: string): number =>
  [...text].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 997, 7);
