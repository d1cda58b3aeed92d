import { expect, test } from 'vitest';
import { shortHash, shortId } from './shorten.ts';

test('shortens a hash to 16 characters and an id to 8, each with an ellipsis', () => {
  expect(shortHash('0123456789abcdef0')).toBe('0123456789abcdef…');
  expect(shortId('01234567-89ab')).toBe('01234567…');
});

test('does not shorten a text that is short enough', () => {
  expect(shortHash('0123456789abcdef')).toBe('0123456789abcdef');
  expect(shortId('01234567')).toBe('01234567');
});
