import { expect, test } from 'vitest';
import { explainMetadata, parseMetadata } from './metadata.ts';

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

test('text without any usable metadata is refused', () => {
  expect(explainMetadata('just words')).toMatch(/^This isn't valid metadata/);
  for (const fine of ['a:b', '  ', '{}', '{ }', '{"a":1}']) expect(explainMetadata(fine)).toBeUndefined();
});

test('broken JSON is refused instead of being parsed as pairs', () => {
  for (const broken of ['{"batch":"B1", "grade":2', ' {batch:B1}', '[{"batch":"B1"}]']) {
    expect(explainMetadata(broken)).toMatch(/^This isn't valid metadata/);
    expect(parseMetadata(broken, 'Oslo')).toEqual({ location: 'Oslo' });
  }
});
