import { expect, test } from 'vitest';
import type { Block } from '#domains/ledger/contract.ts';
import { differencesOf } from './compare-blocks.ts';

const block = (index: number, data: Block['data']): Block => ({
  index,
  timestamp: 1_700_000_000,
  prev_hash: 'a'.repeat(64),
  hash: 'b'.repeat(64),
  data,
});

test('lists each differing field, down to the last leaf, and omits equal ones', () => {
  const one = block(1, { action: 'shipped', meta: { location: 'Bergen', readings: [4, 5], seal: 'S1' } });
  const other = block(1, { action: 'shipped', meta: { location: 'Oslo', readings: [4, 6, 7] } });
  expect(differencesOf(one, other)).toEqual([
    { field: 'data.meta.location', before: 'Bergen', after: 'Oslo' },
    { field: 'data.meta.readings[1]', before: '5', after: '6' },
    { field: 'data.meta.seal', before: 'S1', after: '' },
    { field: 'data.meta.readings[2]', before: '', after: '7' },
  ]);
});

test('distinguishes an empty object from a missing one, and finds no difference between a block and itself', () => {
  expect(differencesOf(block(1, { action: 'a', meta: {} }), block(1, { action: 'a' }))).toEqual([
    { field: 'data.meta', before: '{}', after: '' },
  ]);
  expect(differencesOf(block(1, { action: 'a' }), block(1, { action: 'a' }))).toEqual([]);
});
