import { readFileSync } from 'node:fs';
import { geoContains } from 'd3-geo';
import { expect, test } from 'vitest';
import { coordinatesOf } from '#domains/trace/server/demo/places.ts';
import { drawnFile, drawRoute, legs, readLand, stops } from '../../scripts/draw-route.ts';

test('the map of the landing page matches the script: run `node scripts/draw-route.ts`', () => {
  expect(readFileSync(drawnFile, 'utf8')).toBe(drawRoute());
});

test('the stops of the map have the coordinates of the demo data', () => {
  const places = ['Gisenyi, Rwanda', 'Kigali roastery, Rwanda', 'Port of Mombasa', 'Port of Antwerp', 'Bergen, Norway'];
  const coordinates = places.map((place) => coordinatesOf(place).coordinates);
  expect(stops.map(({ at: [longitude, latitude] }) => ({ latitude, longitude }))).toEqual(coordinates);
});

test('ships turn only at sea or in the Suez Canal, and trucks only on land', () => {
  const land = readLand('50m');
  const isSuez = ([longitude, latitude]: readonly [number, number]) =>
    Math.abs(longitude - 32.5) < 0.3 && latitude > 29.8 && latitude < 31.6;
  for (const { by, along } of legs)
    for (const point of along.filter((one) => !isSuez(one)))
      expect(geoContains(land, [...point]), point.join()).toBe(by === 'road');
});
