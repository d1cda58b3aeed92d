import type { CityFeature, Geometry } from '#domains/registry/contract.ts';

/** Units of a stored coordinate in one degree: about a centimeter on the ground. */
export const UNITS_PER_DEGREE = 1e7;

export type Bounds = { readonly west: number; readonly south: number; readonly east: number; readonly north: number };

/** A parcel, or something else that a map draws. */
export type Shape = Geometry | CityFeature['geometry'];

/** Returns the bounds of a geometry in units of 1e-7 degree. */
export function boundsOf(geometry: Shape): Bounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude, latitude] of positionsOf(geometry)) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  const units = (degrees: number) => Math.round(degrees * UNITS_PER_DEGREE);
  return { west: units(west), south: units(south), east: units(east), north: units(north) };
}

function positionsOf({ type, coordinates }: Shape): readonly (readonly [number, number])[] {
  switch (type) {
    case 'Point':
      return [coordinates];
    case 'LineString':
      return coordinates;
    case 'Polygon':
      return coordinates.flat();
    default:
      return coordinates.flat(2);
  }
}
