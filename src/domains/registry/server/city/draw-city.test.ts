import { describe, expect, it } from 'vitest';
import { drawCity } from './draw-city.ts';
import { surveyCity } from './survey-city.ts';

describe('the map of the sample city', () => {
  it('names every street with an address, and every neighborhood', () => {
    const named = new Set(drawCity({ parcels: 600 }).map(({ name }) => name));
    const streets = [...surveyCity({ parcels: 600 })].map(({ address }) => address.replace(/^\d+ /, ''));
    expect(streets.filter((street) => !named.has(street))).toEqual([]);
    const neighborhoods = [...surveyCity({ parcels: 600 })].map(({ neighborhood }) => neighborhood);
    expect(neighborhoods.filter((name) => !named.has(name))).toEqual([]);
  });

  it('has a river with closed banks, and a bridge', () => {
    const features = drawCity();
    const water = features.filter(({ kind }) => kind === 'water');
    expect(water).toHaveLength(1);
    for (const { geometry } of features) {
      if (geometry.type !== 'Polygon') continue;
      expect(geometry.coordinates[0]?.at(0)).toEqual(geometry.coordinates[0]?.at(-1));
    }
    expect(features.filter(({ kind }) => kind === 'bridge')).toHaveLength(1);
  });

  it('keeps every parcel of the old town dry', () => {
    const water = drawCity().flatMap(({ kind, geometry }) =>
      kind === 'water' && geometry.type === 'Polygon' ? [geometry.coordinates[0] ?? []] : [],
    );
    const corners = [...surveyCity()].flatMap(({ geometry }) => geometry.coordinates[0] ?? []);
    expect(corners.filter((corner) => water.some((ring) => isWithin(corner, ring)))).toEqual([]);
  });
});

/** Counts how often a ray to the east crosses the ring. */
function isWithin([x, y]: readonly [number, number], ring: readonly (readonly [number, number])[]): boolean {
  const crossings = ring.filter(([endX, endY], n) => {
    const [startX, startY] = ring[n - 1] ?? [endX, endY];
    return startY > y !== endY > y && x < startX + ((y - startY) / (endY - startY)) * (endX - startX);
  });
  return crossings.length % 2 === 1;
}
