import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { geoMercator, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';

/**
 * `node scripts/draw-route.ts` draws the map of the landing page's story: the coasts between Rwanda and Norway, and the
 * route of a crate by road and ship. The browser gets only the paths, not the atlas or the projection.
 */
export const drawnFile = 'src/app/web/landing/story/route-map.gen.ts';

type Position = readonly [longitude: number, latitude: number];
type Leg = { readonly by: 'road' | 'sea'; readonly along: readonly Position[] };

const width = 400;
/** West, south, east, north, in degrees. The south-west is open sea, where the picture has its cairn. */
const frame = { west: -20, south: -21, east: 55, north: 65 };

type Stop = {
  readonly name: string;
  readonly at: Position /** The side of its name. */;
  readonly label: 'start' | 'end';
};

/** The stops of the crate, as in the demo data. */
export const stops: readonly Stop[] = [
  { name: 'Gisenyi', at: [29.26, -1.7], label: 'end' },
  { name: 'Kigali', at: [30.06, -1.95], label: 'end' },
  { name: 'Mombasa', at: [39.64, -4.05], label: 'end' },
  { name: 'Antwerp', at: [4.34, 51.27], label: 'start' },
  { name: 'Bergen', at: [5.32, 60.39], label: 'start' },
];

/** The route from each stop to the next. */
export const legs: readonly Leg[] = [
  { by: 'road', along: [] },
  // The Northern Corridor: Kampala and Nairobi.
  {
    by: 'road',
    along: [
      [32.58, 0.35],
      [36.82, -1.29],
    ],
  },
  // Indian Ocean, Gulf of Aden, Red Sea, Suez Canal, Mediterranean, Gibraltar, Bay of Biscay, Channel.
  {
    by: 'sea',
    along: [
      [42, -3],
      [47.5, 2],
      [51.5, 7],
      [52.4, 11.9],
      [49, 12.9],
      [45, 12],
      [43.35, 12.5],
      [41.3, 15.6],
      [38.4, 20.2],
      [35.6, 25],
      [33.7, 27.9],
      [32.55, 29.9],
      [32.4, 31.5],
      [28, 33.2],
      [22, 34.4],
      [15, 36],
      [11.4, 37.4],
      [9, 38],
      [4, 37.7],
      [-0.5, 36.4],
      [-3.5, 36.1],
      [-5.7, 35.95],
      [-9.4, 36.6],
      [-10.2, 39],
      [-10, 43.3],
      [-6, 48.7],
      [-1.5, 50],
      [1.4, 50.9],
      [2.9, 51.6],
    ],
  },
  {
    by: 'sea',
    along: [
      [2.9, 51.7],
      [3.4, 54],
      [3.8, 58],
      [4.4, 60.3],
    ],
  },
];

/** Returns the source of the generated file. */
export function drawRoute(): string {
  const { west, south, east, north } = frame;
  const corners = {
    type: 'MultiPoint' as const,
    coordinates: [
      [west, south],
      [east, north],
    ] as [number, number][],
  };
  const projection = geoMercator().fitWidth(width, corners);
  const [, bottom = 0] = projection([west, south]) ?? [];
  const height = Math.round(bottom);
  projection.clipExtent([
    [0, 0],
    [width, height],
  ]);
  const path = geoPath(projection);
  const place = (at: Position) => (projection([...at]) ?? [0, 0]).map((value) => Math.round(value * 10) / 10);
  const lines = legs.map(({ along }, n) => {
    const points = [stops[n]?.at, ...along, stops[n + 1]?.at].filter((one) => one !== undefined).map(place);
    return { path: smooth(points as [number, number][]) };
  });
  const map = {
    width,
    height,
    land: path.digits(0)(readLand()) ?? '',
    stops: stops.map(({ name, at, label }) => {
      const [x = 0, y = 0] = place(at);
      return { name, x, y, label };
    }),
    legs: lines,
  };
  return `/** Drawn by \`node scripts/draw-route.ts\` from Natural Earth (public domain). Do not edit it. */
export const routeMap = ${JSON.stringify(map, null, 2)} as const;
`;
}

/** Connects points with straight lines and rounds the corners, by at most a third of each line, so that no cape is cut. */
function smooth(points: readonly [number, number][]): string {
  const between = ([x, y]: [number, number], [toX, toY]: [number, number], share: number) =>
    `${(x + (toX - x) * share).toFixed(1)} ${(y + (toY - y) * share).toFixed(1)}`;
  return points
    .map((point, n) => {
      const [before, next] = [points[n - 1], points[n + 1]];
      if (before === undefined) return `M${point.join(' ')}`;
      if (next === undefined) return `L${point.join(' ')}`;
      return `L${between(point, before, 1 / 3)}Q${point.join(' ')} ${between(point, next, 1 / 3)}`;
    })
    .join('');
}

/** Reads the land of the world at 1:110 million, or 1:50 million. */
export function readLand(scale: '110m' | '50m' = '110m') {
  const atlas = createRequire(import.meta.url)(`world-atlas/land-${scale}.json`) as Parameters<typeof feature>[0] & {
    objects: { land: Parameters<typeof feature>[1] };
  };
  return feature(atlas, atlas.objects.land);
}

if (import.meta.main) await writeFile(drawnFile, drawRoute());
