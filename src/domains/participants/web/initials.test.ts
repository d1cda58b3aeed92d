import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['demo-maker', 'DM'],
  ['acme', 'AC'],
  ['x', 'X'],
  ['a b c', 'AB'],
  ['', ''],
])('%s is shown as %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
