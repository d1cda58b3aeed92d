import type { CityFeature } from './city-parcel.ts';
import { BRIDGE_COLUMN, streetAcross } from './street-names.ts';
import { columnEdges, crossStreetAt, STREET_METERS, type SurveyPoint, toDegrees, toPolygon } from './survey-grid.ts';

/** From the middle of Water Street to the middle of South Quay, across the river. */
export const QUAY_TO_QUAY_METERS = 128;

const BEYOND_METERS = 2400;
const STEP_METERS = 20;

/** Returns the river, which opens into the bay east of the city, its green banks, and the bridge. */
export function drawRiver(columns: number): readonly CityFeature[] {
  const mouth = crossStreetAt(columns);
  const water = { from: -BEYOND_METERS, to: mouth + BEYOND_METERS };
  const [, lastLot] = columnEdges(columns - 1);
  return [
    {
      kind: 'green',
      name: 'Water Street promenade',
      geometry: between(
        { from: 0, to: lastLot },
        (at) => northBank(at, mouth) + 2,
        () => -STREET_METERS / 2 - 2,
      ),
    },
    {
      kind: 'green',
      name: null,
      geometry: between(
        { from: 0, to: lastLot },
        () => 2 + STREET_METERS / 2 - QUAY_TO_QUAY_METERS,
        (at) => southBank(at, lastLot) - 2,
      ),
    },
    {
      kind: 'water',
      name: 'Harrow',
      geometry: between(
        water,
        (at) => southBank(at, lastLot),
        (at) => northBank(at, mouth),
      ),
    },
    {
      kind: 'bridge',
      name: streetAcross(BRIDGE_COLUMN),
      geometry: {
        type: 'LineString',
        coordinates: [0, -QUAY_TO_QUAY_METERS].map((inland) => toDegrees([crossStreetAt(BRIDGE_COLUMN), inland])),
      },
    },
  ];
}

const northBank = (along: number, mouth: number) =>
  -19 - 3 * Math.sin(along / 83) + 240 * ease((along - mouth - 40) / 900);

const southBank = (along: number, lastLot: number) =>
  -110 + 3 * Math.sin(along / 61 + 1) - 420 * ease((along - lastLot - 20) / 700);

/** Rises from 0 to 1 without a corner at either end. */
function ease(part: number): number {
  const within = Math.min(Math.max(part, 0), 1);
  return within * within * (3 - 2 * within);
}

type Bank = (along: number) => number;

/** Returns the land or water between two lines along the river, `south` of `north`. */
function between({ from, to }: { from: number; to: number }, south: Bank, north: Bank) {
  const steps = Math.ceil((to - from) / STEP_METERS);
  const along = Array.from({ length: steps + 1 }, (_, n) => from + ((to - from) * n) / steps);
  const line = (bank: Bank) => along.map((at): SurveyPoint => [at, bank(at)]);
  return toPolygon([...line(south), ...line(north).reverse()]);
}
