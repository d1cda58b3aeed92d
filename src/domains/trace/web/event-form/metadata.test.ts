import { expect, test } from 'vitest';
import { isLost, parseMetadata } from './metadata.ts';

test('a JSON object is used as is, with the location added', () => {
  expect(parseMetadata('{"batch":"B1","grade":2}', ' Oslo ')).toEqual({ batch: 'B1', grade: 2, location: 'Oslo' });
});

test('other text is parsed as key:value pairs, keeping only complete pairs', () => {
  expect(parseMetadata('temperature: 4, carrier:Fjordline, :x, y:, z')).toEqual({
    temperature: '4',
    carrier: 'Fjordline',
  });
  expect(parseMetadata('at:12:30')).toEqual({ at: '12:30' });
  expect(parseMetadata('[1,2]')).toEqual({});
  expect(parseMetadata('')).toEqual({});
});

test('text without any usable metadata is detected', () => {
  expect(isLost('just words')).toBe(true);
  expect(isLost('a:b')).toBe(false);
  expect(isLost('  ')).toBe(false);
});
