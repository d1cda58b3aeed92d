import { canonicalJson, type JsonValue } from '@cairn/ledger-proof';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCanonicalObject, isSurelyCanonical } from './canonical-form.ts';

const check = (text: string) => {
  // Bytes around the text must not matter: rows are adjacent in one buffer.
  const bytes = Buffer.from(`x${text}"}1`);
  return isCanonicalObject(bytes, 1, bytes.length - 3);
};
const quick = (text: string) => isSurelyCanonical(Buffer.from(text), 0, Buffer.byteLength(text));

const json = (fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<Record<string, JsonValue>>).filter(isAccepted);

/** No block contains integers beyond 2^53 or lone surrogates. */
function isAccepted(value: Record<string, JsonValue>): boolean {
  try {
    canonicalJson(value);
    return true;
  } catch {
    return false;
  }
}

test('accepts the canonical form of every object', () => {
  fc.assert(fc.property(json, (value) => check(canonicalJson(value))));
});

test('accepts nothing but the canonical form', () => {
  const spellings = fc.tuple(json, fc.constantFrom('indent', 'reverse', 'escape', 'fraction', 'exponent'));
  fc.assert(
    fc.property(spellings, ([value, how]) => {
      const text = respell(value, how);
      return check(text) === isCanonical(text);
    }),
  );
});

/**
 * Another spelling may be the canonical form of another value: text that looks like a number may be inside a string.
 */
function isCanonical(text: string): boolean {
  try {
    return canonicalJson(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}

function respell(value: Record<string, JsonValue>, how: string): string {
  const text = canonicalJson(value);
  if (how === 'indent') return JSON.stringify(value, null, 1);
  if (how === 'reverse') return JSON.stringify(Object.fromEntries(Object.entries(value).toReversed()));
  if (how === 'escape') return text.replaceAll('/', '\\/').replaceAll('a', '\\u0061');
  return text.replace(/(?<=[:[,])(\d+)(?=[,\]}])/, how === 'fraction' ? '$1.0' : '$1e0');
}

test.each([
  '{"a":1} ',
  ' {"a":1}',
  '{"a": 1}',
  '{"a":1,"a":1}',
  '{"a":1,"a":2}',
  '{"b":1,"a":2}',
  '{"ab":1,"a":2}',
  '{"a":01}',
  '{"a":-0}',
  '{"a":1.0}',
  '{"a":1e3}',
  '{"a":0.00000012}',
  '{"a":"\\u0041"}',
  '{"a":"\\/"}',
  '{"a":"\t"}',
  '{"a":tru}',
  '{"a":1',
  '{"a"}',
  '{"a":1,}',
  '[1]',
  '"a"',
  '{"a":9007199254740993}',
  '',
])('rejects %j', (text) => {
  expect(check(text)).toBe(false);
});

test.each([
  '{}',
  '{"a":{}}',
  '{"action":"shipped","asset_id":"A-1","meta":{"location":"Bergen \\"dock\\" 1","t":-4.25},"user":"ada"}',
  '{"a":[1,true,null,[]],"b":"Zürich 港"}',
  '{"a":0.5,"aa":123456789012345}',
])('recognizes %j in one pass', (text) => {
  expect(quick(text)).toBe(true);
});
