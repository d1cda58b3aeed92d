import { geoMercator, geoPath } from 'd3-geo';
import { useMemo } from 'react';
import { feature, mesh } from 'topojson-client';
import world from 'world-atlas/countries-110m.json';
import { present } from '#platform/contract/present.ts';
import { classNames } from '#platform/web/ui/tokens/class-names.ts';
import { useMediaQuery } from '#platform/web/use-media-query.ts';

export type MapStop = { readonly latitude: number; readonly longitude: number; readonly label: string };

export type WorldMapProps = {
  label: string;
  /** In order. Each is connected to the previous one along the great circle. */
  stops: readonly MapStop[];
  selected: number | undefined;
  onSelect: (stop: number) => void;
};

/** Land and borders of Natural Earth at 1:110 million (public domain), served from here without tiles. */
const atlas = world as unknown as Parameters<typeof mesh>[0] & {
  objects: { countries: Parameters<typeof feature>[1] };
};
const land = feature(atlas, atlas.objects.countries);
const borders = mesh(atlas, atlas.objects.countries as Parameters<typeof mesh>[1], (a, b) => a !== b);

type MultiPoint = { readonly type: 'MultiPoint'; readonly coordinates: [number, number][] };

const wideSize = { width: 990, height: 440, edge: 70 };
const narrowSize = { width: 400, height: 320, edge: 40 };
/** Beyond this scale the outlines are too coarse to be useful. */
const scaleMax = 1100;
/** Markers closer than this are merged. */
const apart = 26;

/** Stops on a map that fits them all. Each is a button; show an equivalent list next to it. */
export default function WorldMap({ label, stops, selected, onSelect }: WorldMapProps) {
  const size = useMediaQuery('(width >= 40rem)') ? wideSize : narrowSize;
  const drawing = useMemo(() => draw(stops, size), [stops, size]);
  return (
    <section
      aria-label={label}
      className="relative overflow-hidden rounded-12 border border-line bg-surface print:break-inside-avoid"
    >
      <svg aria-hidden="true" viewBox={`0 0 ${size.width} ${size.height}`} className="block w-full">
        <path d={drawing.land} className="fill-stone-4" />
        <path d={drawing.borders} className="fill-none stroke-surface" strokeWidth={0.75} />
        <path d={drawing.route} className="fill-none stroke-accent" strokeWidth={1.25} />
      </svg>
      {drawing.signs.map(({ x, y, numbers, name }) => {
        const first = numbers[0] ?? 0;
        const isChosen = selected !== undefined && numbers.includes(selected);
        return (
          <button
            key={numbers.join()}
            type="button"
            aria-label={name}
            aria-pressed={isChosen}
            title={name}
            onClick={() => onSelect(first)}
            style={{ left: `${(100 * x) / size.width}%`, top: `${(100 * y) / size.height}%` }}
            className={classNames(
              'tabular absolute grid h-6 min-w-6 -translate-1/2 place-items-center rounded-full border px-1 text-12 font-medium',
              isChosen
                ? 'z-10 border-accent bg-accent text-on-accent'
                : 'border-accent bg-surface text-ink hover:bg-hover',
            )}
          >
            {numbers.length === 1 ? first + 1 : `${first + 1}+`}
          </button>
        );
      })}
    </section>
  );
}

type Sign = { x: number; y: number; numbers: number[]; name: string };

function draw(stops: readonly MapStop[], { width, height, edge }: typeof wideSize) {
  const positions = stops.map(({ longitude, latitude }): [number, number] => [longitude, latitude]);
  const projection = projectionFor({ type: 'MultiPoint', coordinates: positions }, { width, height, edge });
  const path = geoPath(projection).digits(1);
  return {
    land: path(land) ?? '',
    borders: path(borders) ?? '',
    route: path({ type: 'LineString', coordinates: positions }) ?? '',
    signs: signsOf(stops, (position) => projection(position) ?? [0, 0]),
  };
}

function projectionFor(points: MultiPoint, { width, height, edge }: typeof wideSize) {
  const projection = geoMercator().fitExtent(
    [
      [edge, edge],
      [width - edge, height - edge],
    ],
    points,
  );
  if (projection.scale() <= scaleMax) return projection.clipExtent(frame(width, height));
  const [[west = 0, south = 0], [east = 0, north = 0]] = boundsOf(points);
  return geoMercator()
    .scale(scaleMax)
    .center([(west + east) / 2, (south + north) / 2])
    .translate([width / 2, height / 2])
    .clipExtent(frame(width, height));
}

const frame = (width: number, height: number): [[number, number], [number, number]] => [
  [0, 0],
  [width, height],
];

function boundsOf({ coordinates }: MultiPoint): [number[], number[]] {
  const [longitudes, latitudes] = [0, 1].map((axis) =>
    coordinates.map((position) => present(position[axis], 'a position has two coordinates')),
  ) as [number[], number[]];
  return [
    [Math.min(...longitudes), Math.min(...latitudes)],
    [Math.max(...longitudes), Math.max(...latitudes)],
  ];
}

/** Merges the markers of stops that would overlap. */
function signsOf(stops: readonly MapStop[], place: (position: [number, number]) => [number, number]): Sign[] {
  const signs: Sign[] = [];
  for (const [n, { longitude, latitude, label }] of stops.entries()) {
    const [x, y] = place([longitude, latitude]);
    const near = signs.find((sign) => Math.hypot(sign.x - x, sign.y - y) < apart);
    const name = `${n + 1}${label === '' ? '' : `, ${label}`}`;
    if (near === undefined) signs.push({ x, y, numbers: [n], name: `Stop ${name}` });
    else {
      near.numbers.push(n);
      near.name += `; ${name}`;
    }
  }
  return signs;
}
