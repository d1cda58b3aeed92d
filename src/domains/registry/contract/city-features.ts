import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { PublicText } from '#platform/contract/public-text.ts';
import { route } from '#platform/contract/route.ts';
import { canRunRegistry } from './capabilities.ts';
import { POINTS_MAX } from './geometry.ts';

/** The maximum number of features of one map, and of the points of all features together. */
export const FEATURES_MAX = 2000;
export const FEATURE_POINTS_MAX = 15_000;
/** Parsing a larger body would block the main thread for more than 100 ms. */
export const FEATURES_BYTES_MAX = 524_288;

const Position = z.tuple([z.number().min(-180).max(180), z.number().min(-85).max(85)]);
const Ring = z
  .array(Position)
  .min(4)
  .max(POINTS_MAX)
  .refine((ring) => String(ring[0]) === String(ring.at(-1)), 'A ring ends where it begins');
const Polygon = z.object({ type: z.literal('Polygon'), coordinates: z.array(Ring).min(1).max(50) });
const LineString = z.object({
  type: z.literal('LineString'),
  coordinates: z.array(Position).min(2).max(POINTS_MAX),
});
const Point = z.object({ type: z.literal('Point'), coordinates: Position });
const Name = PublicText(100);
const Unnamed = Name.nullish().transform((name) => name ?? null);

/** A shape that a map draws beneath the parcels, or a name that it writes above them. */
export const CityFeature = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.enum(['water', 'green']), name: Unnamed, geometry: Polygon }),
    z.object({ kind: z.enum(['street', 'bridge']), name: Name, geometry: LineString }),
    z.object({ kind: z.literal('neighborhood'), name: Name, geometry: Point }),
  ],
  'kind must be water or green (a Polygon), street or bridge (a LineString), or neighborhood (a Point)',
);
export type CityFeature = z.infer<typeof CityFeature>;

const STREET = {
  type: 'Feature',
  properties: { kind: 'street', name: 'Quay Street' },
  geometry: {
    type: 'LineString',
    coordinates: [
      [5.01, 60.02],
      [5.02, 60.02],
    ],
  },
};

const GeoFeature = z
  .object({
    type: z.literal('Feature'),
    geometry: z.union([Polygon, LineString, Point]),
    properties: z.object({ kind: z.string(), name: z.string().nullable() }),
  })
  .meta({ example: STREET });

export const importCityFeatures = route({
  method: 'POST',
  path: '/api/detroit/map/features',
  tag: 'Registry',
  summary: 'Replace what the map draws between the parcels',
  description:
    'Takes a GeoJSON FeatureCollection whose features have `kind` and `name`: `water` and `green` are Polygons, `street` and `bridge` ' +
    'LineStrings, `neighborhood` is a Point. Invalid features are reported and left out, and the others replace the whole map ' +
    'in one step. If none is valid, nothing changes. Importing the same map again adds no block.',
  access: { may: canRunRegistry },
  idempotent: true,
  bodyLimitBytes: FEATURES_BYTES_MAX,
  body: z.strictObject({
    type: z.literal('FeatureCollection'),
    features: z
      .array(z.record(z.string(), z.unknown()))
      .min(1)
      .max(FEATURES_MAX)
      .meta({
        example: [STREET],
      }),
  }),
  response: z.object({
    imported: z.int().min(0),
    rejected: z
      .array(z.object({ feature: z.int().min(1).describe('Its number, from 1.'), problem: z.string() }))
      .max(FEATURES_MAX),
    outcome: z.enum(['replaced', 'unchanged', 'rejected']),
    blockIndex: BlockIndex.nullable().describe('The block with the hash of the map; null if nothing was imported.'),
  }),
  errors: [idempotencyMismatch, unavailable],
});

export const exportCityFeatures = route({
  method: 'GET',
  path: '/api/detroit/map/features',
  tag: 'Registry',
  summary: 'Read what the map draws between the parcels',
  description: 'A GeoJSON FeatureCollection, which can be imported as it is.',
  access: 'public',
  cost: 'search',
  response: z.object({ type: z.literal('FeatureCollection'), features: z.array(GeoFeature) }),
});

/** Exported to the contract as one list, like those of other files. */
export const cityFeatureRoutes = [importCityFeatures, exportCityFeatures] as const;
