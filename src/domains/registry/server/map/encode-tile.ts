import { geoJSONToTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { TILE_MARGIN, type TileAddress } from './tile-grid.ts';

/** A shape of a layer, in degrees, with the properties that the map uses for its color and name. */
export type TileFeature = {
  readonly geometry: {
    readonly type: 'Polygon' | 'MultiPolygon' | 'LineString';
    readonly coordinates: readonly unknown[];
  };
  readonly properties: Readonly<Record<string, string | number>>;
};

const EXTENT = 4096;

/**
 * Returns the bytes of a Mapbox Vector Tile 2.1 with the given layers. Shapes are cut at the tile's margin and are not
 * simplified, because parcels that share a side must share it at every zoom. Empty layers are omitted; without any
 * shape the result is empty.
 */
export function encodeTile(
  { zoom, x, y }: TileAddress,
  layers: Readonly<Record<string, readonly TileFeature[]>>,
): Uint8Array {
  const tiles = Object.entries(layers).flatMap(([name, features]) => {
    const tile = geoJSONToTile({ type: 'FeatureCollection', features: features.map(toGeoJson) }, zoom, x, y, {
      maxZoom: zoom,
      tolerance: 0,
      extent: EXTENT,
      buffer: EXTENT * TILE_MARGIN,
      clip: true,
    });
    return tile.features.length > 0 ? [[name, tile] as const] : [];
  });
  return fromGeojsonVt(Object.fromEntries(tiles), { version: 2, extent: EXTENT });
}

const toGeoJson = ({ geometry, properties }: TileFeature) =>
  ({ type: 'Feature', geometry, properties }) as unknown as GeoJSON.Feature;
