import { LngLatBounds, Map as MapLibre, Marker, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useRef, useState } from 'react';
import type { MapOverview } from '#domains/registry/contract/map.ts';
import { MapButtons } from './map-buttons.tsx';
import { type ColorBy, openPalette } from './map-colors.ts';
import { chooseLabels } from './map-labels.ts';
import { mapStyle, PARCELS, type ParcelFilter } from './map-style.ts';
import './map.css';

setWorkerUrl(workerUrl);

export type Bounds = NonNullable<MapOverview['bounds']>;

export type MapCanvasProps = {
  overview: MapOverview & { bounds: Bounds };
  colorBy: ColorBy;
  filter: ParcelFilter;
  selectedId: string | undefined;
  onSelect: (propertyId: string) => void;
  /** Shown whenever it changes to bounds that are out of view. */
  focus: Bounds | undefined;
  onHover: (properties: Readonly<Record<string, unknown>> | undefined) => void;
  onFailure: () => void;
};

/** The map itself: parcels and ground as WebGL from tiles of this server, names of neighborhoods as HTML. */
export default function MapCanvas(props: MapCanvasProps) {
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibre>();
  const theme = useTheme();
  const { overview, colorBy, filter, selectedId, focus } = props;
  const { version, neighborhoods } = overview;
  // The map outlives a render, so its handlers call the newest props.
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    try {
      const opened = openMap(element, latest);
      setMap(opened);
      return () => opened.remove();
    } catch {
      // Without WebGL there is no map.
      latest.current.onFailure();
      return undefined;
    }
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the palette reads the theme from the document.
  useEffect(() => {
    if (map === undefined) return;
    map.setStyle(styleOf(map, { overview: { ...latest.current.overview, version }, colorBy, filter }), { diff: true });
  }, [map, theme, colorBy, filter, version]);

  useEffect(() => {
    if (map === undefined || selectedId === undefined) return;
    const feature = { ...PARCELS, id: selectedId };
    map.setFeatureState(feature, { selected: true });
    return () => {
      // The map may have been removed with its style.
      if (map.getSource(PARCELS.source)) map.setFeatureState(feature, { selected: false });
    };
  }, [map, selectedId]);

  useEffect(() => {
    if (map === undefined || focus === undefined) return;
    const shown = map.getBounds();
    const wanted = toBounds(focus);
    if (shown.contains(wanted.getSouthWest()) && shown.contains(wanted.getNorthEast()) && map.getZoom() > 15) return;
    map.fitBounds(wanted, { padding: 96, maxZoom: 17.5 });
  }, [map, focus]);

  useEffect(() => (map === undefined ? undefined : labelNeighborhoods(map, neighborhoods)), [map, neighborhoods]);

  return (
    <>
      <div ref={container} className="absolute inset-0" />
      {map ? (
        <MapButtons map={map} onShowAll={() => map.fitBounds(toBounds(overview.bounds), { padding: 20 })} />
      ) : null}
    </>
  );
}

function openMap(container: HTMLElement, latest: { readonly current: MapCanvasProps }): MapLibre {
  const { overview, colorBy, filter } = latest.current;
  const map = new MapLibre({
    container,
    style: styleOf(container, { overview, colorBy, filter }),
    bounds: toBounds(overview.bounds),
    fitBoundsOptions: { padding: 20 },
    maxBounds: widened(overview.bounds),
    minZoom: 4,
    maxZoom: 20,
    attributionControl: false,
    dragRotate: false,
    touchPitch: false,
    pitchWithRotate: false,
    renderWorldCopies: false,
    fadeDuration: 0,
    // One finger and the wheel scroll the page.
    cooperativeGestures: true,
    locale: { 'Map.Title': 'Map of the parcels. The list has the same properties.' },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  listen(map, latest);
  return map;
}

function listen(map: MapLibre, latest: { readonly current: MapCanvasProps }): void {
  let hovered: string | undefined;
  const hover = (feature: { properties: Readonly<Record<string, unknown>> } | undefined) => {
    const id = feature === undefined ? undefined : String(feature.properties['id']);
    if (id === hovered) return;
    if (hovered !== undefined) map.setFeatureState({ ...PARCELS, id: hovered }, { hovered: false });
    if (id !== undefined) map.setFeatureState({ ...PARCELS, id }, { hovered: true });
    hovered = id;
    map.getCanvas().style.cursor = id === undefined ? '' : 'pointer';
    latest.current.onHover(feature?.properties);
  };
  map.on('mousemove', ({ point }) => {
    if (map.getLayer('parcels')) hover(map.queryRenderedFeatures(point, { layers: ['parcels'] })[0]);
  });
  map.on('mouseout', () => hover(undefined));
  map.on('click', ({ point, lngLat }) => {
    const [feature] = map.queryRenderedFeatures(point, { layers: ['parcels', 'cells'] });
    if (feature?.layer.id === 'parcels') latest.current.onSelect(String(feature.properties['id']));
    else if (feature?.layer.id === 'cells') map.easeTo({ center: lngLat, zoom: map.getZoom() + 2 });
  });
}

type StyledBy = Pick<MapCanvasProps, 'overview' | 'colorBy' | 'filter'>;

function styleOf(place: MapLibre | HTMLElement, { overview, colorBy, filter }: StyledBy) {
  const palette = openPalette(place instanceof HTMLElement ? place : place.getContainer());
  const { south, north } = overview.bounds;
  const style = mapStyle({
    tiles: `${location.origin}/api/detroit/map/{z}/{x}/{y}?version=${overview.version}`,
    colorBy,
    filter,
    latitude: (south + north) / 2,
    color: palette.read,
  });
  palette.close();
  return style;
}

/** Writes as many names as fit, and again after each movement. */
function labelNeighborhoods(map: MapLibre, neighborhoods: MapOverview['neighborhoods']): () => void {
  let markers: Marker[] = [];
  const write = () => {
    for (const marker of markers) marker.remove();
    const { clientWidth, clientHeight } = map.getContainer();
    const placed = neighborhoods.map(({ name, longitude, latitude }) => ({
      name,
      longitude,
      latitude,
      ...map.project([longitude, latitude]),
    }));
    markers = chooseLabels(placed, { width: clientWidth, height: clientHeight }).map(
      ({ name, longitude, latitude }) => {
        const element = document.createElement('span');
        element.className = 'parcel-map-label';
        element.textContent = name;
        return new Marker({ element }).setLngLat([longitude, latitude]).addTo(map);
      },
    );
  };
  write();
  map.on('moveend', write);
  map.on('resize', write);
  return () => {
    map.off('moveend', write);
    map.off('resize', write);
    for (const marker of markers) marker.remove();
  };
}

/** Counts the changes of the theme. */
function useTheme(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const observer = new MutationObserver(() => setChanges((count) => count + 1));
    observer.observe(document.documentElement, { attributeFilter: ['class'] });
    return () => observer.disconnect();
  }, []);
  return changes;
}

const toBounds = ({ west, south, east, north }: Bounds) => new LngLatBounds([west, south], [east, north]);

/** Leaves room around the city, so that its edge can be in the middle. */
function widened({ west, south, east, north }: Bounds): LngLatBounds {
  const width = Math.max(east - west, north - south, 0.01);
  return toBounds({ west: west - width, south: south - width, east: east + width, north: north + width });
}
