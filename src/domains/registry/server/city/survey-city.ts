import { seededRandom } from '#platform/server/seeded-random.ts';
import { assessLot } from './assess-lot.ts';
import { type CityBlock, cityBlocks } from './city-blocks.ts';
import type { CityParcel } from './city-parcel.ts';
import { divideBlock, type Lot, type Rectangle } from './divide-block.ts';
import { houseNumber } from './street-names.ts';
import { type SurveyPoint, toPolygon } from './survey-grid.ts';

export type CityOptions = {
  /** How many parcels; the old town has 150. */
  readonly parcels?: number;
  readonly seed?: number;
};

export const OLD_TOWN_PARCELS = 150;
const SEED = 1846;

/**
 * Yields the parcels of Harrow Bay, a fictional city on a river. The first 150 are the old town; the others form
 * districts around it. The same options give the same city. No two parcels overlap, and each touches a street.
 */
export function* surveyCity({ parcels = OLD_TOWN_PARCELS, seed = SEED }: CityOptions = {}): Generator<CityParcel> {
  let left = parcels;
  for (const block of cityBlocks()) {
    const random = seededRandom(seed * 100_003 + block.number);
    for (const [n, lot] of divideBlock(block.bounds, block.plan, random).entries()) {
      if (left === 0) return;
      left -= 1;
      const { building, ...facts } = assessLot(lot, block.plan, areaOf(lot.outline), random);
      yield {
        propertyId: `HB-${padded(block.number, 4)}-${padded(n + 1, 3)}`,
        address: addressOf(block, lot),
        neighborhood: block.plan.neighborhood,
        ...facts,
        geometry: toPolygon(lot.outline),
        building: building ? toPolygon(cornersOf(building)) : null,
      };
    }
  }
}

function addressOf({ column, streets }: CityBlock, { front, n, count }: Lot): string {
  // A front to the south is on the northern side of its street.
  return `${houseNumber(column, n, count, front === 'south' ? 'north' : 'south')} ${streets[front]}`;
}

const padded = (n: number, digits: number) => String(n).padStart(digits, '0');

const cornersOf = ({ west, east, south, north }: Rectangle): SurveyPoint[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];

/** Area in square meters. The bend of the streets does not change it. */
function areaOf(outline: readonly SurveyPoint[]): number {
  let twice = 0;
  for (const [n, [x, y]] of outline.entries()) {
    const [nextX, nextY] = outline[(n + 1) % outline.length] ?? [x, y];
    twice += x * nextY - nextX * y;
  }
  return twice / 2;
}
