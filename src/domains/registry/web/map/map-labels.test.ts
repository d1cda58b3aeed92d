import { expect, test } from 'vitest';
import { chooseLabels } from './map-labels.ts';

const map = { width: 400, height: 300 };
const names = (places: Parameters<typeof chooseLabels>[0]) => chooseLabels(places, map).map(({ name }) => name);

test('drops a name that overlaps an earlier one', () => {
  expect(
    names([
      { name: 'Quayside', x: 200, y: 150 },
      { name: 'Ropewalk', x: 240, y: 155 },
      { name: 'Mill End', x: 200, y: 200 },
    ]),
  ).toEqual(['Quayside', 'Mill End']);
});

test('drops a name that crosses the edge of the map', () => {
  expect(
    names([
      { name: 'Quayside', x: 10, y: 150 },
      { name: 'Mill End', x: 200, y: 295 },
      { name: 'Old Harrow', x: 200, y: -40 },
    ]),
  ).toEqual([]);
});
