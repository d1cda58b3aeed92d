import { expect, test } from 'vitest';
import { isLost, parseMetadata } from './metadata.ts';

test('a JSON object is taken as it is, and the location is added to it', () => {
  expect(parseMetadata('{"batch":"B1","grade":2}', ' Oslo ')).toEqual({ batch: 'B1', grade: 2, location: 'Oslo' });
});

test('what is no JSON object is read as key:value pairs, of which only those with both are kept', () => {
  expect(parseMetadata('temperature: 4, carrier:Fjordline, :x, y:, z')).toEqual({
    temperature: '4',
    carrier: 'Fjordline',
  });
  expect(parseMetadata('at:12:30')).toEqual({ at: '12:30' });
  expect(parseMetadata('[1,2]')).toEqual({});
  expect(parseMetadata('')).toEqual({});
});

test('text of which nothing can be kept is told', () => {
  expect(isLost('just words')).toBe(true);
  expect(isLost('a:b')).toBe(false);
  expect(isLost('  ')).toBe(false);
});
