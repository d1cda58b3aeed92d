import { expect, test } from 'vitest';
import type { HistoryEvent } from '#domains/trace/contract.ts';
import { formatCoordinates, stopsOf } from './stops-of.ts';

const bergen = { latitude: 60.39, longitude: 5.32 };
const cape = { latitude: -33.9, longitude: 18.4 };

function step(blockIndex: number, location: string | undefined, coordinates?: unknown, correctedBy?: number) {
  const instant = '2026-03-04T05:06:07.000Z';
  return {
    blockIndex,
    blockHash: '0'.repeat(64),
    action: 'received',
    participant: 'ada',
    location,
    timestamp: instant,
    recordedAt: instant,
    status: 'delivered',
    correctedBy,
    anomalies: [],
    meta: coordinates === undefined ? {} : { coordinates },
  } as unknown as HistoryEvent;
}

const told = (history: HistoryEvent[]) =>
  stopsOf(history).map(({ location, steps }) => [location, steps.map((one) => one.blockIndex)]);

test('consecutive steps at one place are one stop, and a return is another', () => {
  const history = [
    step(1, 'Bergen', bergen),
    step(2, 'Bergen', bergen),
    step(3, 'Cape Town', cape),
    step(4, 'Bergen', bergen),
  ];
  expect(told(history)).toEqual([
    ['Bergen', [1, 2]],
    ['Cape Town', [3]],
    ['Bergen', [4]],
  ]);
});

test('a step without coordinates belongs to the previous stop with the same location, or to none', () => {
  const history = [step(1, 'Bergen', bergen), step(2, 'Bergen'), step(3, 'At sea'), step(4, undefined)];
  expect(told(history)).toEqual([['Bergen', [1, 2]]]);
});

test('corrected steps and invalid coordinates are left out', () => {
  const history = [
    step(1, 'Bergen', bergen, 3),
    step(2, 'Nowhere', { latitude: 95, longitude: 0 }),
    step(3, 'Cape', cape),
  ];
  expect(told(history)).toEqual([['Cape', [3]]]);
});

test('coordinates are formatted with their hemispheres', () => {
  expect(formatCoordinates(bergen)).toBe('60.39° N, 5.32° E');
  expect(formatCoordinates(cape)).toBe('33.9° S, 18.4° E');
});
