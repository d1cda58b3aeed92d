import type { Random } from '#platform/server/seeded-random.ts';
import type { PlannedBlock } from './district-plans.ts';
import { landmarkOf } from './landmarks.ts';
import type { SurveyPoint } from './survey-grid.ts';

/** A rectangle of the survey, in meters. */
export type Rectangle = {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
};

/** A lot between the streets around its block. */
export type Lot = {
  readonly bounds: Rectangle;
  /** Counterclockwise, with the corners at street crossings cut off. */
  readonly outline: readonly SurveyPoint[];
  /** The side of the block that its front and its address are on. */
  readonly front: 'south' | 'north';
  /** The position of the lot on that side, and how many lots there are. */
  readonly n: number;
  readonly count: number;
  readonly corner: boolean;
  readonly landmark: boolean;
};

const ALLEY_METERS = 4;
const CUT_METERS = 2.5;
/** How much wider a lot at a corner is: it loses light on two sides to the streets. */
const CORNER_WIDTH = 1.3;

/** Divides a block into its landmark, if it has one, and the lots of one row, or of two rows with an alley between them. */
export function divideBlock(block: Rectangle, plan: PlannedBlock, random: Random): readonly Lot[] {
  const share = landmarkOf(plan.kind)?.share ?? 0;
  const middle = block.west + (block.east - block.west) * share;
  const rest = { ...block, west: middle };
  const back = (block.south + block.north) / 2;
  const twoRows = plan.south > 0 && plan.north > 0;
  const south = twoRows ? { ...rest, north: back - ALLEY_METERS / 2 } : rest;
  const north = twoRows ? { ...rest, south: back + ALLEY_METERS / 2 } : rest;
  // A landmark is the first lot of its side, so the others are numbered after it.
  const offset = share > 0 ? 1 : 0;
  const front = plan.south === 0 && plan.north > 0 ? 'north' : 'south';
  const landmark = { front, n: 0, count: plan[front] + 1, landmark: true } as const;
  return [
    ...(share > 0 ? [lotOf(block, { ...block, east: middle }, landmark)] : []),
    ...rowOfLots(block, south, plan.south, 'south', offset, random),
    ...rowOfLots(block, north, plan.north, 'north', offset, random),
  ];
}

function rowOfLots(
  block: Rectangle,
  row: Rectangle,
  count: number,
  front: 'south' | 'north',
  offset: number,
  random: Random,
): Lot[] {
  const weights = Array.from(
    { length: count },
    (_, n) => random.between(0.82, 1.18) * (n === 0 || n === count - 1 ? CORNER_WIDTH : 1),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // Both neighbors compute their common side from the same sum, so it is the same number.
  const sides = weights.map((_, n) => weights.slice(0, n).reduce((sum, weight) => sum + weight, 0) / total);
  const at = (n: number) => (n >= count ? row.east : row.west + (row.east - row.west) * (sides[n] ?? 0));
  return weights.map((_, n) =>
    lotOf(
      block,
      { ...row, west: at(n), east: at(n + 1) },
      {
        front,
        n: n + offset,
        count: count + offset,
        landmark: false,
      },
    ),
  );
}

function lotOf(block: Rectangle, bounds: Rectangle, facts: Pick<Lot, 'front' | 'n' | 'count' | 'landmark'>): Lot {
  const { west, east, south, north } = bounds;
  const atWest = west === block.west;
  const atEast = east === block.east;
  const atSouth = south === block.south;
  const atNorth = north === block.north;
  const outline = [
    ...cut([west, south], atWest && atSouth, [0, CUT_METERS], [CUT_METERS, 0]),
    ...cut([east, south], atEast && atSouth, [-CUT_METERS, 0], [0, CUT_METERS]),
    ...cut([east, north], atEast && atNorth, [0, -CUT_METERS], [-CUT_METERS, 0]),
    ...cut([west, north], atWest && atNorth, [CUT_METERS, 0], [0, -CUT_METERS]),
  ];
  return { bounds, outline, corner: outline.length > 4, ...facts };
}

/** Returns the corner, or the two ends of the line that cuts it off. */
function cut([along, inland]: SurveyPoint, atCrossing: boolean, ...ends: readonly SurveyPoint[]): SurveyPoint[] {
  return (atCrossing ? ends : [[0, 0] as const]).map(([east, north]) => [along + east, inland + north]);
}
