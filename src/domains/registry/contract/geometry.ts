import { z } from 'zod';

/** The maximum number of points of a geometry. A block has only its hash, but a page draws all of it. */
export const POINTS_MAX = 2000;

const Position = z.tuple([z.number().min(-180).max(180), z.number().min(-85).max(85)]);
const Ring = z.array(Position).min(4).max(POINTS_MAX).refine(isClosed, 'A ring ends where it begins');

function isClosed(ring: readonly (readonly [number, number])[]): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  return first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
}

/** A GeoJSON polygon or multipolygon (RFC 7946): longitude and latitude in degrees, WGS 84. */
export const Geometry = z
  .discriminatedUnion(
    'type',
    [
      z.strictObject({ type: z.literal('Polygon'), coordinates: z.array(Ring).min(1).max(50) }),
      z.strictObject({
        type: z.literal('MultiPolygon'),
        coordinates: z.array(z.array(Ring).min(1).max(50)).min(1).max(50),
      }),
    ],
    'A geometry is a Polygon or a MultiPolygon',
  )
  .refine((geometry) => countPoints(geometry) <= POINTS_MAX, `A geometry has at most ${POINTS_MAX} points`)
  .meta({
    id: 'Geometry',
    example: {
      type: 'Polygon',
      coordinates: [
        [
          [5.01, 60.02],
          [5.02, 60.02],
          [5.02, 60.03],
          [5.01, 60.02],
        ],
      ],
    },
  });
export type Geometry = z.infer<typeof Geometry>;

const countPoints = (geometry: { coordinates: unknown[] }): number => geometry.coordinates.flat(Infinity).length / 2;
