import { expect, test } from 'vitest';
import { name } from './palette-search.ts';

test('a hash names a block, and a number that is not known to be on the chain names none', () => {
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
