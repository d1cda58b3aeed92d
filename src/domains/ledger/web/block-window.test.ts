import { expect, test } from 'vitest';
import { parseBlockReference } from '#domains/ledger/contract/block-reference.ts';
import { windowEnd } from './block-window.ts';

const hash = 'a'.repeat(64);

test.each([
  ['123', { index: 123 }],
  [' #7 ', { index: 7 }],
  ['1,204', { index: 1204 }],
  [hash.toUpperCase(), { hash }],
  ['abc', undefined],
  ['1.5', undefined],
  ['-1', undefined],
  ['99999999999999999', undefined],
])('%s names a block, or is rejected', (text, reference) => {
  expect(parseBlockReference(text)).toEqual(reference);
});

test('the open window stays while it contains the selected block', () => {
  expect(windowEnd({ selected: 480, open: 500, length: 873, size: 24 })).toBe(500);
  expect(windowEnd({ selected: 475, open: 500, length: 873, size: 24 })).toBe(487);
  expect(windowEnd({ selected: 872, open: undefined, length: 873, size: 24 })).toBe(873);
  expect(windowEnd({ selected: 0, open: undefined, length: 873, size: 24 })).toBe(24);
  expect(windowEnd({ selected: 2, open: undefined, length: 5, size: 24 })).toBe(5);
});
