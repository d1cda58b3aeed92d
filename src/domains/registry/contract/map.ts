import { z } from 'zod';
import { route } from '#platform/contract/route.ts';

/** The zoom of the finest tiles. Maps enlarge them beyond it. */
export const TILE_ZOOM_MAX = 16;
/** From this zoom on, tiles have every parcel. Below it, they have squares that each stand for several parcels. */
export const PARCEL_ZOOM = 14;
/** The size of the largest tile. A tile that would be larger has squares instead of parcels. */
export const TILE_BYTES_MAX = 200_000;

/** The amounts in cents at which the steps of the color for tax owed begin. Step 0 owes nothing. */
export const owedSteps = [0, 1, 50_000, 250_000, 1_000_000] as const;

/** Returns the step of an amount owed in cents. */
export const owedStepOf = (cents: number): number => owedSteps.findLastIndex((from) => cents >= from);

const Degrees = z.number().min(-180).max(180);

export const MapOverview = z.object({
  version: z.string(),
  parcels: z.int().min(0).describe('Active parcels with a geometry.'),
  bounds: z
    .object({ west: Degrees, south: Degrees, east: Degrees, north: Degrees })
    .nullable()
    .describe('Null without any geometry.'),
  neighborhoods: z.array(z.object({ name: z.string(), longitude: Degrees, latitude: Degrees })).max(500),
});
export type MapOverview = z.infer<typeof MapOverview>;

export const readMap = route({
  method: 'GET',
  path: '/api/detroit/map',
  tag: 'Registry',
  summary: 'Read what the map of the registry covers',
  description: 'Tiles change only with `version`. Pass it to them, and they can be cached permanently.',
  access: 'public',
  response: MapOverview,
});

const index = (max: number) =>
  z
    .string()
    .regex(/^(0|[1-9][0-9]{0,4})$/)
    .transform(Number)
    .pipe(z.int().max(max));

export const readMapTile = route({
  method: 'GET',
  path: '/api/detroit/map/{zoom}/{x}/{y}',
  tag: 'Registry',
  summary: 'Read a tile of the map (Mapbox Vector Tile 2.1)',
  description:
    'Web Mercator tiles of zoom 0 to 16. Layer `parcels` from zoom 14 on: `id`, `use`, `status`, `owed` (a step from 0, ' +
    'nothing, to 4) and `neighborhood`. Layer `cells` below, and where a tile would exceed 200 kB: squares with `parcels` (their ' +
    'number), the most frequent `use`, and `owed` of the average. Layer `context`: `kind` is `water`, `green`, `street` or ' +
    '`bridge`. A tile outside of the city is empty.',
  access: 'public',
  cost: 'search',
  params: z
    .object({ zoom: index(TILE_ZOOM_MAX), x: index(2 ** TILE_ZOOM_MAX - 1), y: index(2 ** TILE_ZOOM_MAX - 1) })
    .refine(({ zoom, x }) => x < 2 ** zoom, { path: ['x'], message: 'x must be below 2 to the power of zoom' })
    .refine(({ zoom, y }) => y < 2 ** zoom, { path: ['y'], message: 'y must be below 2 to the power of zoom' }),
  query: z.strictObject({
    version: z.string().max(40).optional().describe('The version that `GET /api/detroit/map` returned.'),
  }),
  response: z.string(),
  responseType: 'application/vnd.mapbox-vector-tile',
});
