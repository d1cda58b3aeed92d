import { describe, expect, test } from 'vitest';
import { findUnacceptable } from './check-input.ts';

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};

describe('findUnacceptable', () => {
  test.each([undefined, null, 0, '', 'text', 'ø💥', [], {}, { a: { b: ['c', null, true] } }, nested(100)])(
    'accepts %j',
    (value) => {
      expect(findUnacceptable('body', value)).toBeUndefined();
    },
  );

  test.each([
    [{ a: { 'b/c~d': ['x', 'y\u0000'] } }, '/a/b~1c~0d/1', 'a.b/c~d.1 must not contain the character U+0000'],
    [{ a: '\ud800' }, '/a', 'a must not contain a lone surrogate'],
    ['\udc00', '', 'The query must not contain a lone surrogate'],
    [{ a: { 'k\u0000': 1 } }, '/a', 'a must not have a field whose name contains the character U+0000'],
    [{ '\ud800': 1 }, '', 'The query must not have a field whose name contains a lone surrogate'],
    [nested(102), '', 'The query must not be nested deeper than 100 levels'],
  ])('rejects %j with its pointer and name', (value, pointer, message) => {
    expect(findUnacceptable('query', value)).toEqual({ in: 'query', pointer, message });
  });

  test('handles a million levels without using the stack', () => {
    expect(findUnacceptable('body', nested(1_000_000))?.message).toContain('nested');
  });
});
