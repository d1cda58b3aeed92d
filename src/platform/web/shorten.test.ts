import { expect, test } from 'vitest';
import { shortHash, shortId } from './shorten.ts';

test('a hash shows its first 16 characters, an id its first 8, both with an ellipsis for the rest', () => {
  expect(shortHash('0123456789abcdef0')).toBe('0123456789abcdef…');
  expect(shortId('01234567-89ab')).toBe('01234567…');
});

test('what is short enough stays whole', () => {
  expect(shortHash('0123456789abcdef')).toBe('0123456789abcdef');
  expect(shortId('01234567')).toBe('01234567');
});
