import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CityParcel } from './city-parcel.ts';
import { cornersOf, distanceToStreet, findOverlaps } from './convex-polygons.fixture.ts';
import { drawCity } from './draw-city.ts';
import { surveyCity } from './survey-city.ts';
import { STREET_METERS } from './survey-grid.ts';

/** Coordinates are rounded to a centimeter, so two sides that are the same line may cross by that much. */
const ROUNDING_METERS = 0.02;

describe('the sample city', () => {
  const oldTown = [...surveyCity()];

  it('has 150 parcels of all uses in seven neighborhoods', () => {
    expect(oldTown).toHaveLength(150);
    expect(new Set(oldTown.map(({ propertyType }) => propertyType))).toEqual(
      new Set(['residential', 'commercial', 'industrial', 'civic', 'park', 'vacant', 'mixed']),
    );
    expect(new Set(oldTown.map(({ neighborhood }) => neighborhood)).size).toBe(7);
  });

  it('is the same each time, and begins with the old town at any size', () => {
    expect([...surveyCity()]).toEqual(oldTown);
    expect([...surveyCity({ parcels: 400 })].slice(0, 150)).toEqual(oldTown);
  });

  it('has closed counterclockwise polygons in 7 decimals, whose area is that of the lot', () => {
    for (const parcel of surveyCity({ parcels: 700 })) {
      const [ring = []] = parcel.geometry.coordinates;
      expect(ring.at(0)).toEqual(ring.at(-1));
      expect(ring.flat().every((degrees) => Number(degrees.toFixed(7)) === degrees)).toBe(true);
      expect(areaOf(parcel) * 10.7639).toBeGreaterThan(parcel.lotSquareFeet * 0.99);
      expect(areaOf(parcel) * 10.7639).toBeLessThan(parcel.lotSquareFeet * 1.01);
    }
  });

  it('has no overlapping parcels and none without a street, for any seed and size', () => {
    const options = fc.record({
      seed: fc.integer({ min: 1, max: 1_000_000 }),
      parcels: fc.integer({ min: 1, max: 1300 }),
    });
    fc.assert(
      fc.property(options, ({ seed, parcels }) => {
        const city = [...surveyCity({ seed, parcels })];
        const features = drawCity({ parcels });
        expect(city).toHaveLength(parcels);
        expect(findOverlaps(city, ROUNDING_METERS)).toEqual([]);
        const far = city.filter((parcel) => distanceToStreet(parcel, features) > STREET_METERS / 2 + ROUNDING_METERS);
        expect(far.map(({ propertyId }) => propertyId)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  it('has unique ids and addresses, even numbers to the south of a street', () => {
    const city = [...surveyCity({ parcels: 20_000 })];
    expect(new Set(city.map(({ propertyId }) => propertyId)).size).toBe(city.length);
    expect(new Set(city.map(({ address }) => address)).size).toBe(city.length);
    expect(city.every(({ propertyId }) => /^HB-\d{4,}-\d{3}$/.test(propertyId))).toBe(true);
    const southern = oldTown.filter(({ address }) => address.endsWith('South Quay'));
    expect(southern.map(({ address }) => Number.parseInt(address, 10) % 2)).toEqual(southern.map(() => 0));
  });

  it('builds within the lot, and nothing on parks and vacant lots', () => {
    for (const parcel of oldTown) {
      const empty = parcel.propertyType === 'park' || parcel.propertyType === 'vacant';
      expect(parcel.building === null).toBe(empty);
      expect(parcel.yearBuilt === null).toBe(empty);
      expect(parcel.squareFootage > 0).toBe(!empty);
      if (parcel.building === null) continue;
      const lot = cornersOf(parcel);
      for (const corner of cornersOf({ ...parcel, geometry: parcel.building }))
        expect(reach(corner, lot)).toBeLessThan(2.5);
    }
  });
});

function areaOf(parcel: CityParcel): number {
  const corners = cornersOf(parcel);
  const twice = corners.reduce((sum, [x, y], n) => {
    const [nextX, nextY] = corners[(n + 1) % corners.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
  return twice / 2;
}

/** Returns how far in meters a point is outside of a convex polygon; a building may stand on a corner that is cut off. */
function reach([x, y]: readonly [number, number], polygon: readonly (readonly [number, number])[]): number {
  return Math.max(
    ...polygon.map(([startX, startY], n) => {
      const [endX, endY] = polygon[(n + 1) % polygon.length] ?? [startX, startY];
      const length = Math.hypot(endX - startX, endY - startY);
      return ((x - startX) * (endY - startY) - (y - startY) * (endX - startX)) / length;
    }),
  );
}
