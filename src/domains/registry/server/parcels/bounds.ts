import type { Geometry } from '#domains/registry/contract.ts';

/** Units of a stored coordinate in one degree: about a centimeter on the ground. */
export const UNITS_PER_DEGREE = 1e7;

export type Bounds = { readonly west: number; readonly south: number; readonly east: number; readonly north: number };

/** Returns the bounds of a geometry in units of 1e-7 degree. */
export function boundsOf(geometry: Geometry): Bounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
  for (const [longitude, latitude] of rings.flat()) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  const units = (degrees: number) => Math.round(degrees * UNITS_PER_DEGREE);
  return { west: units(west), south: units(south), east: units(east), north: units(north) };
}
