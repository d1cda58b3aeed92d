import fastCheck from 'fast-check';
import { expect, test } from 'vitest';
import { findUnacceptable } from './check-input.ts';

const find = (text: string) => findUnacceptable('body', JSON.parse(text), text);

test.each([
  ['{"amount":1,"amount":2}', '/amount', 'amount must be given only once'],
  ['{"a":{"b":1},"c":[{"d":1},{"e":[],"e":[]}]}', '/c/1/e', 'c.1.e must be given only once'],
  [' { "a" : 1 , "b" : { } , "\\u0061" : 1 } ', '/a', 'a must be given only once'],
  ['{"":1,"":1}', '/', ' must be given only once'],
  ['{"a/b~":1,"a/b~":1}', '/a~1b~0', 'a/b~ must be given only once'],
  ['[{"7":1,"7":1}]', '/0/7', '0.7 must be given only once'],
  ['{"a\\"":1,"a\\"":1}', '/a"', 'a" must be given only once'],
  ['{"a":[{"b":1},2,{"b":1,"\\u0062":2}]}', '/a/2/b', 'a.2.b must be given only once'],
  ['{"a":{"b":[1,{}],"c":"}"},"d":[],"a":2}', '/a', 'a must be given only once'],
])('%s repeats the name at %s', (text, pointer, message) => {
  expect(find(text)).toEqual({ in: 'body', pointer, message });
});

test.each([
  '{"a":{"a":{"a":1}},"b":{"a":1}}',
  '[{"a":1},{"a":1}]',
  '{"a":"\\"a\\":1,\\"a\\":","b":":"}',
  '"a:1"',
  '3',
  '[]',
])('%s repeats no name', (text) => {
  expect(find(text)).toBeUndefined();
});

test('finds no repeated name in generated JSON, and finds one after a member is repeated in any object', () => {
  fastCheck.assert(
    fastCheck.property(fastCheck.dictionary(fastCheck.string(), fastCheck.jsonValue(), { minKeys: 1 }), (value) => {
      const text = JSON.stringify(value);
      const [key = ''] = Object.keys(JSON.parse(text));
      expect(find(text)?.message ?? '').not.toContain('only once');
      expect(find(`${text.slice(0, -1)},${JSON.stringify(key)}:0}`)?.message).toMatch(/only once|must not/);
    }),
  );
});
