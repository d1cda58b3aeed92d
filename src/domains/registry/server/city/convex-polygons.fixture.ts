import type { CityFeature, CityParcel, Ring } from './city-parcel.ts';

type Meters = readonly [x: number, y: number];

const METERS_PER_DEGREE = 111_320;

/** Returns the corners of a parcel in meters, without the repeated last one. */
export const cornersOf = ({ geometry }: CityParcel): Meters[] => (geometry.coordinates[0] ?? []).slice(1).map(toMeters);

function toMeters([longitude, latitude]: Ring[number]): Meters {
  return [longitude * METERS_PER_DEGREE * Math.cos((44.6 * Math.PI) / 180), latitude * METERS_PER_DEGREE];
}

/** Returns how far two convex polygons overlap, in meters; negative: the distance of a separating line. */
export function overlapOf(one: readonly Meters[], other: readonly Meters[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const polygon of [one, other])
    for (const [n, [x, y]] of polygon.entries()) {
      const [nextX, nextY] = polygon[(n + 1) % polygon.length] ?? [x, y];
      const length = Math.hypot(nextX - x, nextY - y);
      const project = ([px, py]: Meters) => ((px - x) * (nextY - y) - (py - y) * (nextX - x)) / length;
      const [lowOne, highOne] = extentOf(one.map(project));
      const [lowOther, highOther] = extentOf(other.map(project));
      least = Math.min(least, highOne - lowOther, highOther - lowOne);
    }
  return least;
}

const extentOf = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;

/** Returns the pairs of parcels that overlap by more than `meters`. */
export function findOverlaps(parcels: readonly CityParcel[], meters: number): string[] {
  const shapes = parcels
    .map((parcel) => ({ id: parcel.propertyId, corners: cornersOf(parcel) }))
    .map((shape) => ({ ...shape, x: extentOf(shape.corners.map(([x]) => x)) }))
    .toSorted((one, other) => one.x[0] - other.x[0]);
  return shapes.flatMap((one, n) => {
    const pairs: string[] = [];
    for (const other of shapes.slice(n + 1)) {
      if (other.x[0] > one.x[1]) break;
      if (overlapOf(one.corners, other.corners) > meters) pairs.push(`${one.id} and ${other.id}`);
    }
    return pairs;
  });
}

/** Returns the distance in meters from the nearest corner or side of a parcel to the middle of the nearest street. */
export function distanceToStreet(parcel: CityParcel, features: readonly CityFeature[]): number {
  const corners = cornersOf(parcel);
  const middles = corners.map(([x, y], n): Meters => {
    const [nextX, nextY] = corners[(n + 1) % corners.length] ?? [x, y];
    return [(x + nextX) / 2, (y + nextY) / 2];
  });
  const lines = features.flatMap(({ geometry }) => (geometry.type === 'LineString' ? [geometry.coordinates] : []));
  return Math.min(...lines.flatMap((line) => middles.map((point) => distanceToLine(point, line.map(toMeters)))));
}

function distanceToLine([x, y]: Meters, line: readonly Meters[]): number {
  return Math.min(
    ...line.slice(1).map(([endX, endY], n) => {
      const [startX, startY] = line[n] ?? [endX, endY];
      const [dx, dy] = [endX - startX, endY - startY];
      const part = Math.min(Math.max(((x - startX) * dx + (y - startY) * dy) / (dx * dx + dy * dy), 0), 1);
      return Math.hypot(x - startX - part * dx, y - startY - part * dy);
    }),
  );
}
