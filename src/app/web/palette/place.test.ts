import { describe, expect, test } from 'vitest';
import { keyOf, type Place, titleOf, wayTo } from './place.ts';

const places: readonly Place[] = [
  { kind: 'asset', assetId: 'HLX 1/2', name: 'Vaccine' },
  { kind: 'participant', username: 'kivu-coffee' },
  { kind: 'batch', batch: 'B-01' },
  { kind: 'block', index: 1204 },
  { kind: 'hash', hash: 'ab'.repeat(32) },
];

describe('a place', () => {
  test('has a key, a title and a way of its own', () => {
    expect(new Set(places.map(keyOf)).size).toBe(places.length);
    expect(places.map(titleOf)).toEqual([
      'Vaccine',
      'kivu-coffee',
      'Batch B-01',
      'Block #1,204',
      'Block with hash abababababababab…',
    ]);
    expect(places.map((place) => wayTo(place).to)).toEqual([
      '/assets/$assetId',
      '/participants/$username',
      '/assets',
      '/blockchain',
      '/blockchain',
    ]);
  });
});
