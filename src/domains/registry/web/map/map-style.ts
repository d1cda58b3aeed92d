import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { PARCEL_ZOOM, TILE_ZOOM_MAX } from '#domains/registry/contract/map.ts';
import { type ColorBy, type GroundColor, groundColors, legendOf, type MapColor } from './map-colors.ts';

/** The filters of the list, and the results of its search. Parcels that do not match are pale. */
export type ParcelFilter = {
  readonly neighborhood?: string | undefined;
  readonly use?: string | undefined;
  readonly status?: string | undefined;
  readonly owed?: 'yes' | 'no' | undefined;
  /** The properties that a text search found; undefined without one. */
  readonly ids?: readonly string[] | undefined;
};

type StyleInput = {
  readonly tiles: string;
  readonly colorBy: ColorBy;
  readonly filter: ParcelFilter;
  /** Degrees; how wide streets are drawn depends on it. */
  readonly latitude: number;
  readonly color: (color: MapColor) => string;
};

const STREET_METERS = 11;
const EQUATOR_METERS = 40_075_016;

export const PARCELS = { source: 'registry', sourceLayer: 'parcels' } as const;

/** Returns the style of the map: ground, river, greens, streets as gaps, then parcels. It has no text, so no fonts. */
export function mapStyle({ tiles, colorBy, filter, latitude, color }: StyleInput): StyleSpecification {
  const ground = (name: GroundColor) => color(groundColors[name]);
  const fill = [
    'match',
    ['get', colorBy],
    ...legendOf(colorBy).flatMap((entry) => [entry.value, color(entry)]),
    ground('land'),
  ];
  const matches = matchOf(filter);
  const parcels = { source: PARCELS.source, 'source-layer': PARCELS.sourceLayer } as const;
  const width = widthOf(STREET_METERS, latitude);
  const state = (name: string, on: number): ExpressionSpecification => [
    'case',
    ['boolean', ['feature-state', name], false],
    on,
    0,
  ];
  const layers: LayerSpecification[] = [
    { id: 'land', type: 'background', paint: { 'background-color': ground('land') } },
    context('green', 'fill', { 'fill-color': ground('green') }),
    context('street', 'line', { 'line-color': ground('street'), 'line-width': width }),
    context('water', 'fill', { 'fill-color': ground('water') }),
    {
      ...context('water', 'line', { 'line-color': ground('shore'), 'line-width': 1, 'line-opacity': 0.7 }),
      id: 'shore',
    },
    {
      ...context('bridge', 'line', {
        'line-color': ground('bridge'),
        'line-width': widthOf(STREET_METERS + 2.4, latitude),
      }),
      id: 'bridge-rails',
    },
    context('bridge', 'line', { 'line-color': ground('street'), 'line-width': width }),
    {
      id: 'cells',
      type: 'fill',
      source: PARCELS.source,
      'source-layer': 'cells',
      paint: { 'fill-color': colorBy === 'status' ? ground('outline') : (fill as never), 'fill-antialias': true },
    },
    {
      id: 'parcels',
      type: 'fill',
      ...parcels,
      paint: {
        'fill-color': fill as never,
        'fill-opacity': ['case', matches, ['case', ['==', ['get', 'status'], 'retired'], 0.4, 1], 0.25],
      },
    },
    {
      id: 'parcel-outlines',
      type: 'line',
      ...parcels,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': ground('outline'),
        'line-width': ['interpolate', ['linear'], ['zoom'], 14, 0.25, 16, 0.6, 18, 1],
        'line-opacity': ['case', matches, 1, 0.4],
      },
    },
    {
      id: 'parcel-hovered',
      type: 'line',
      ...parcels,
      layout: { 'line-join': 'round' },
      paint: { 'line-color': ground('hovered'), 'line-width': 1.5, 'line-opacity': state('hovered', 1) },
    },
    {
      id: 'parcel-selected',
      type: 'line',
      ...parcels,
      layout: { 'line-join': 'round' },
      paint: { 'line-color': ground('selected'), 'line-width': 3, 'line-opacity': state('selected', 1) },
    },
  ];
  return {
    version: 8,
    sources: {
      [PARCELS.source]: {
        type: 'vector',
        tiles: [tiles],
        minzoom: 0,
        maxzoom: TILE_ZOOM_MAX,
        promoteId: { [PARCELS.sourceLayer]: 'id' },
      },
    },
    layers,
  };
}

function context(kind: string, type: 'fill' | 'line', paint: object): LayerSpecification {
  return {
    id: kind,
    type,
    source: PARCELS.source,
    'source-layer': 'context',
    filter: ['==', ['get', 'kind'], kind],
    ...(type === 'line' ? { layout: { 'line-cap': 'round', 'line-join': 'round' } } : {}),
    paint,
  } as LayerSpecification;
}

/** Returns the expression for a width on the ground, in pixels of any zoom. */
function widthOf(meters: number, latitude: number): ExpressionSpecification {
  const at = (zoom: number) => (meters * 512 * 2 ** zoom) / (EQUATOR_METERS * Math.cos((latitude * Math.PI) / 180));
  return ['interpolate', ['exponential', 2], ['zoom'], PARCEL_ZOOM - 2, at(PARCEL_ZOOM - 2), 22, at(22)];
}

/** Returns the expression that is true for the parcels of the list. */
export function matchOf({ neighborhood, use, status, owed, ids }: ParcelFilter): ExpressionSpecification {
  const equals = (name: string, value: string | undefined): ExpressionSpecification[] =>
    value === undefined ? [] : [['==', ['get', name], value]];
  const owing: ExpressionSpecification[] =
    owed === undefined ? [] : [[owed === 'yes' ? '>' : '==', ['get', 'owed'], 0]];
  return [
    'all',
    ...equals('neighborhood', neighborhood),
    ...equals('use', use),
    ...equals('status', status),
    ...owing,
    ...(ids === undefined ? [] : [['in', ['get', 'id'], ['literal', ids]]]),
  ] as ExpressionSpecification;
}
