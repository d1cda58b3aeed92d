import type { Polygon, Ring } from './city-parcel.ts';

/**
 * A point of the survey in meters: `along` the river from its western end of the city, and `inland` from Water Street.
 * Cross streets are lines of equal `along`, other streets are lines of equal `inland`.
 */
export type SurveyPoint = readonly [along: number, inland: number];

/** Widths in meters of the blocks of a district, from west to east, and of the streets between them. */
const BLOCK_WIDTHS = [118, 98, 108, 124, 112];
export const COLUMNS = BLOCK_WIDTHS.length;
export const STREET_METERS = 15;

/** How far the streets along the river turn north for each meter east, by column. Every other district turns back. */
const SLOPES = [0.02, 0.09, 0.2, 0.27, 0.19];

const DISTRICT_METERS = BLOCK_WIDTHS.reduce((sum, width) => sum + width + STREET_METERS, 0);
const RISE_OF_DISTRICT = SLOPES.reduce((sum, slope, n) => sum + slope * ((BLOCK_WIDTHS[n] ?? 0) + STREET_METERS), 0);

/** Open water in the Atlantic: no real parcel has the coordinates of a sample one. */
const ORIGIN = { longitude: -33.4, latitude: 44.6 };
const TURN = (-9 * Math.PI) / 180;
const METERS_PER_DEGREE = 111_320;

/** Returns the western and the eastern edge of a column of blocks, counted from the first district on. */
export function columnEdges(column: number): readonly [west: number, east: number] {
  const west = crossStreetAt(column) + STREET_METERS / 2;
  return [west, west + (BLOCK_WIDTHS[column % COLUMNS] ?? 0)];
}

/** Returns where the middle of the cross street at the west of a column is. */
export function crossStreetAt(column: number): number {
  const before = BLOCK_WIDTHS.slice(0, column % COLUMNS);
  return Math.floor(column / COLUMNS) * DISTRICT_METERS + before.reduce((sum, width) => sum + width + STREET_METERS, 0);
}

/**
 * Returns the position on the globe. Streets bend only in the middle of cross streets, so the sides of a block are
 * straight, and lots that share a side in the survey share it on the map.
 */
export function toDegrees([along, inland]: SurveyPoint): readonly [longitude: number, latitude: number] {
  const north = inland + riseAt(along);
  const x = along * Math.cos(TURN) - north * Math.sin(TURN);
  const y = along * Math.sin(TURN) + north * Math.cos(TURN);
  const scale = Math.cos((ORIGIN.latitude * Math.PI) / 180);
  return [
    rounded(ORIGIN.longitude + x / (METERS_PER_DEGREE * scale)),
    rounded(ORIGIN.latitude + y / METERS_PER_DEGREE),
  ];
}

/** Returns the closed polygon through points that run counterclockwise in the survey. */
export function toPolygon(points: readonly SurveyPoint[]): Polygon {
  const open = points.map(toDegrees);
  return { type: 'Polygon', coordinates: [[...open, ...open.slice(0, 1)] as Ring] };
}

/** How far north of its western end a street along the river is, in meters. It goes on straight outside of the city. */
function riseAt(along: number): number {
  if (along < 0) return along * 0.02;
  const district = Math.floor(along / DISTRICT_METERS);
  const sign = district % 2 === 0 ? 1 : -1;
  let rise = district % 2 === 0 ? 0 : RISE_OF_DISTRICT;
  let left = along - district * DISTRICT_METERS;
  for (const [n, width] of BLOCK_WIDTHS.entries()) {
    const step = Math.min(left, width + STREET_METERS);
    rise += sign * step * (SLOPES[n] ?? 0);
    left -= step;
  }
  return rise;
}

const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
