import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Bounds, boundsOf, type Shape, UNITS_PER_DEGREE } from './bounds.ts';
import { readExtent } from './parcels.ts';

/** The maximum distance of a parcel from the registered ones. The map zooms to fit all of them, so a distant parcel would hide the city. */
export const NEARBY_KILOMETERS = 50;
const KILOMETERS_PER_DEGREE = 111.2;

/** Accepts geometries near the registered ones, and near those that it accepted before. */
export type Nearby = (propertyId: string, geometry: Shape | undefined, pointer: string) => void;

/**
 * Returns the check of the geometries of a request. The first geometry of an empty registry may be anywhere. `except` are parcels that
 * the request replaces, so that a wrong one can be corrected.
 *
 * The check throws AppError `request.invalid`.
 */
export async function openNearby(db: Database, except: readonly string[]): Promise<Nearby> {
  let city = await readExtent(db, except);
  return (propertyId, geometry, pointer) => {
    if (geometry === undefined) return;
    const own = boundsOf(geometry);
    if (city !== undefined && !isNear(own, city)) throw tooFar(propertyId, pointer);
    city = city === undefined ? own : union(city, own);
  };
}

function isNear(own: Bounds, city: Bounds): boolean {
  const degrees = NEARBY_KILOMETERS / KILOMETERS_PER_DEGREE;
  const upward = degrees * UNITS_PER_DEGREE;
  // Meridians are closest to each other where the city is farthest from the equator.
  const latitude = Math.max(Math.abs(city.south), Math.abs(city.north)) / UNITS_PER_DEGREE;
  const sideways = upward / Math.cos((latitude * Math.PI) / 180);
  return (
    own.west >= city.west - sideways &&
    own.east <= city.east + sideways &&
    own.south >= city.south - upward &&
    own.north <= city.north + upward
  );
}

const union = (a: Bounds, b: Bounds): Bounds => ({
  west: Math.min(a.west, b.west),
  south: Math.min(a.south, b.south),
  east: Math.max(a.east, b.east),
  north: Math.max(a.north, b.north),
});

function tooFar(propertyId: string, pointer: string): AppError {
  const message = `geometry of ${propertyId} must be within ${NEARBY_KILOMETERS} km of the registered parcels. Longitude comes before latitude`;
  return new AppError(validationFailed, message, { errors: [{ in: 'body', pointer, message }] });
}
