import { expect, test } from 'vitest';
import { name } from './palette-search.ts';

test('finds a block by hash, and none for a number beyond the known chain', () => {
  const hash = 'ab'.repeat(32);
  expect(name(hash)).toEqual([
    {
      key: `block ${hash}`,
      kind: 'block',
      title: 'Block with hash abababababababab…',
      to: '/blockchain',
      search: { block: hash },
    },
  ]);
  expect(name('1204')).toEqual([]);
  expect(name('coffee')).toEqual([]);
});
