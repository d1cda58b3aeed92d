import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { describe, expect, it } from 'vitest';
import type { Polygon } from '../city/city-parcel.ts';
import { drawCity } from '../city/draw-city.ts';
import { surveyCity } from '../city/survey-city.ts';
import { encodeTile, type TileFeature } from './encode-tile.ts';
import { type Bounds, boundsOfTile, CELL_ZOOM, TILE_MARGIN, type TileAddress } from './tile-grid.ts';

const parcels = [...surveyCity()];
const tiles = tilesOver(parcels.map(({ geometry }) => boundsOf(geometry)));
const featureOf = ({ propertyId, geometry }: (typeof parcels)[number]): TileFeature => ({
  geometry,
  properties: { id: propertyId, owed: 2 },
});

describe('a vector tile', () => {
  it('has every parcel at its position, within a quarter of a meter', () => {
    const seen = new Set<unknown>();
    for (const tile of tiles) {
      const edges = boundsOfTile(tile, TILE_MARGIN);
      const { parcels: layer } = new VectorTile(new PbfReader(encodeTile(tile, { parcels: parcels.map(featureOf) })))
        .layers;
      for (let n = 0; n < (layer?.length ?? 0); n += 1) {
        const feature = layer!.feature(n);
        const { geometry } = feature.toGeoJSON(tile.x, tile.y, tile.zoom);
        const parcel = parcels.find(({ propertyId }) => propertyId === feature.properties['id'])!;
        expect(feature.properties).toEqual({ id: parcel.propertyId, owed: 2 });
        seen.add(parcel.propertyId);
        const wanted = boundsOf(parcel.geometry);
        if (geometry.type !== 'Polygon' || !contains(edges, wanted)) continue;
        const got = boundsOf(geometry as unknown as Polygon);
        for (const side of ['west', 'south', 'east', 'north'] as const)
          expect(Math.abs(got[side] - wanted[side]) * 111_320).toBeLessThan(0.25);
      }
    }
    expect(seen.size).toBe(parcels.length);
  });

  it('cuts long lines and large areas at its margin', () => {
    const context = drawCity().flatMap(({ geometry }) =>
      geometry.type === 'Point' ? [] : [{ geometry, properties: {} } satisfies TileFeature],
    );
    for (const tile of tiles) {
      const { context: layer } = new VectorTile(new PbfReader(encodeTile(tile, { context }))).layers;
      const coordinates = Array.from({ length: layer?.length ?? 0 }, (_, n) => layer!.feature(n).loadGeometry())
        .flat(2)
        .flatMap(({ x, y }) => [x, y]);
      expect(coordinates.length).toBeGreaterThan(0);
      expect(Math.min(...coordinates)).toBeGreaterThanOrEqual(-64);
      expect(Math.max(...coordinates)).toBeLessThanOrEqual(4096 + 64);
    }
  });

  it('is empty where no shape is', () => {
    expect(encodeTile({ zoom: 16, x: 0, y: 0 }, { parcels: parcels.map(featureOf), context: [] })).toHaveLength(0);
  });
});

const contains = (outer: Bounds, inner: Bounds) =>
  outer.west < inner.west && outer.south < inner.south && outer.east > inner.east && outer.north > inner.north;

function boundsOf({ coordinates }: Polygon): Bounds {
  const longitudes = coordinates.flat().map(([longitude]) => longitude);
  const latitudes = coordinates.flat().map(([, latitude]) => latitude);
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  };
}

/** Returns the finest tiles that any of the bounds touches, by searching from the whole world down. */
function tilesOver(all: readonly Bounds[], tile: TileAddress = { zoom: 0, x: 0, y: 0 }): TileAddress[] {
  const edges = boundsOfTile(tile, TILE_MARGIN);
  const within = all.filter(
    ({ west, south, east, north }) =>
      west <= edges.east && east >= edges.west && south <= edges.north && north >= edges.south,
  );
  if (within.length === 0) return [];
  if (tile.zoom === CELL_ZOOM) return [tile];
  return [0, 1].flatMap((x) =>
    [0, 1].flatMap((y) => tilesOver(within, { zoom: tile.zoom + 1, x: tile.x * 2 + x, y: tile.y * 2 + y })),
  );
}
