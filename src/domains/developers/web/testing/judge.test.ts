import { describe, expect, test } from 'vitest';
import { type Assertion, judge, valueAt } from './assertions.ts';
import { checkSchema } from './check-schema.ts';
import { compareAnswers } from './compare-answers.ts';
import type { Exchange } from './exchange.ts';
import { findJsonFault, spotOf } from './json-text.ts';

const exchange: Exchange = {
  request: { method: 'GET', target: '/', headers: {}, body: undefined, withToken: false },
  at: '',
  status: 200,
  statusText: 'OK',
  headers: [['content-type', 'application/json; charset=utf-8']],
  text: '{"assets":[{"assetId":"A-1","n":2,"tags":["x"]}],"none":null}',
  bytes: 10,
  cut: false,
  firstMilliseconds: 5,
  milliseconds: 12,
  failure: undefined,
};

describe('an assertion', () => {
  const cases: [Assertion['kind'], string, string, boolean][] = [
    ['status', '', '200', true],
    ['status', '', '201', false],
    ['header', 'Content-Type', 'json', true],
    ['header', 'x-other', 'json', false],
    ['exists', 'assets[0].assetId', '', true],
    ['exists', '$.none', '', true],
    ['exists', 'assets[1]', '', false],
    ['exists', 'toString', '', false],
    ['equals', 'assets[0].assetId', 'A-1', true],
    ['equals', 'assets[0].n', '2', true],
    ['equals', 'assets[0].n', '"2"', false],
    ['equals', 'assets[0].tags', '[ "x" ]', true],
    ['contains', 'assets[0].assetId', 'A', true],
    ['contains', 'assets[0].tags', 'x', true],
    ['contains', 'assets[0]', 'n', true],
    ['contains', 'assets[0].n', '2', false],
    ['time', '', '12', false],
    ['time', '', '13', true],
  ];
  test.each(cases)('%s %s %s: %s', (kind, subject, expected, holds) => {
    expect(judge({ kind, subject, expected }, exchange).holds).toBe(holds);
  });

  test('returns the actual value', () => {
    expect(judge({ kind: 'equals', subject: 'assets[0].n', expected: '3' }, exchange).found).toBe('2');
    expect(valueAt({ a: 1 }, '')).toEqual({ a: 1 });
  });
});

describe('text that is not JSON', () => {
  test.each([
    ['{\n  "a": 1,\n  "b" 2\n}', 3, 7, /Expected :/],
    ['{"a": 1,}', 1, 9, /name of a field/],
    ["{'a': 1}", 1, 2, /double quotes/],
    ['{"a": "x}', 1, 7, /close the text/],
    ['[1 2]', 1, 4, /Expected a comma/],
    ['{} {}', 1, 4, /Expected the end/],
    ['{"a": tru}', 1, 7, /Expected a value/],
  ])('%s is reported with its position and cause', (text, line, column, message) => {
    expect(findJsonFault(text)).toMatchObject({ line, column, message: expect.stringMatching(message) });
  });

  test('valid JSON has no error', () => {
    expect(findJsonFault('{"a": [1, null, "x"]}')).toBeUndefined();
  });
});

test('a schema violation is located in the text', () => {
  const schema = {
    type: 'object',
    properties: { user: { $ref: '#/components/schemas/Name' }, list: { type: 'array', items: { type: 'integer' } } },
    required: ['user'],
    additionalProperties: false,
  };
  const components = { Name: { type: 'string', minLength: 3 } };
  expect(checkSchema(schema, components, { user: 'abc', list: [1] })).toEqual([]);
  const text = '{\n  "user": "a",\n  "list": [1, "x"],\n  "more": 1\n}';
  const complaints = checkSchema(schema, components, JSON.parse(text));
  expect(complaints.map(({ pointer }) => [pointer, spotOf(text, pointer)?.line])).toEqual(
    expect.arrayContaining([
      ['#/user', 2],
      ['#/list/1', 3],
      ['#/more', 4],
    ]),
  );
  expect(checkSchema(schema, components, {})[0]?.message).toContain('user');
});

test('two responses are compared field by field, or line by line', () => {
  expect(compareAnswers('{"a":1,"b":[1,2]}', '{"a":2,"b":[1]}')).toEqual([
    { field: 'a', before: '1', after: '2' },
    { field: 'b[1]', before: '2', after: '' },
  ]);
  expect(compareAnswers('x\ny', 'x\nz')).toEqual([{ field: 'line 2', before: 'y', after: 'z' }]);
  expect(compareAnswers('{"a":1}', '{"a": 1}')).toEqual([]);
});
