import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusal } from '../test/trees.ts';
import { describeWithVectors, vectorFiles, vectorText } from '../test/vectors.ts';
import { canonicalJson, JSON_DEPTH_MAX, parseCanonicalJson } from './canonical-json.ts';
import { encodeUtf8 } from './encoding/bytes.ts';
import { toHex } from './encoding/hex.ts';

describe('canonicalJson', { timeout: 60_000 }, () => {
  it('matches the example of RFC 8785 section 3.2.2', () => {
    const input = JSON.parse(
      String.raw`{"numbers":[333333333.33333329,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    );
    expect(canonicalJson(input)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts keys by UTF-16 code units, not by code points', () => {
    expect(canonicalJson({ '\ufb33': 1, '\u{1f602}': 2, '1': 3, '': 4 })).toBe('{"":4,"1":3,"\u{1f602}":2,"\ufb33":1}');
  });

  it('writes minus zero as zero', () => expect(canonicalJson([-0])).toBe('[0]'));

  it('keeps a key named __proto__', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
  });

  it.each([
    ['undefined', undefined],
    ['an undefined property', { a: undefined }],
    ['NaN', Number.NaN],
    ['infinity', [Number.NEGATIVE_INFINITY]],
    ['2^53', 2 ** 53],
    ['-2^53', -(2 ** 53)],
    ['1e30', 1e30],
    ['a bigint', 1n],
    ['a function', { toJSON: () => 1 }],
    ['a symbol', Symbol('a')],
    ['a symbol key', { [Symbol('a')]: 1 }],
    ['a lone surrogate', '\ud800'],
    ['a lone surrogate in a key', { '\udc00': 1 }],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['bytes', new Uint8Array(1)],
    ['a boxed number', new Number(1)],
    ['a hole in an array', new Array(1)],
    [
      'a throwing getter',
      {
        get a() {
          throw new Error('no');
        },
      },
    ],
  ])('rejects %s', (_name, value) => expect(refusal(() => canonicalJson(value))).toBe('json_invalid'));

  it('accepts the largest safe integers', () => {
    expect(canonicalJson([2 ** 53 - 1, 1 - 2 ** 53])).toBe('[9007199254740991,-9007199254740991]');
  });

  it('rejects cycles and deep nesting without exhausting the stack', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(refusal(() => canonicalJson(cycle))).toBe('json_invalid');
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(parseCanonicalJson(nested(JSON_DEPTH_MAX))).toBeDefined();
    expect(refusal(() => parseCanonicalJson(nested(JSON_DEPTH_MAX + 2)))).toBe('json_invalid');
    expect(refusal(() => parseCanonicalJson(nested(200_000)))).toBe('json_invalid');
  });

  it('round-trips every I-JSON value in any key order', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), (value) => {
        fc.pre(refusal(() => canonicalJson(value)) === 'accepted');
        const text = canonicalJson(value);
        expect(canonicalJson(reverseKeys(value))).toBe(text);
        expect(canonicalJson(parseCanonicalJson(text))).toBe(text);
      }),
      { numRuns: 200 },
    );
  });
});

describe('parseCanonicalJson', () => {
  it.each(['{"b":1,"a":2}', '{"a":1,"a":1}', '{ "a":1}', '{"a":1}\n', '1.0', '1e2', '"\\u0041"', '"\\/"', '-0'])(
    'rejects %s, which has a different canonical form',
    (text) => expect(refusal(() => parseCanonicalJson(text))).toBe('json_not_canonical'),
  );

  it.each(['', '{', 'undefined', '9007199254740993', '"\\ud800"'])('rejects %s, which is not I-JSON', (text) =>
    expect(refusal(() => parseCanonicalJson(text))).toBe('json_invalid'),
  );
});

describeWithVectors('RFC 8785 test data', () => {
  const names = () => vectorFiles('json-canonicalization/testdata/input').map((path) => path.split('/').at(-1)!);

  it('has the six published pairs', () => expect(names()).toHaveLength(6));

  it('returns the published text and bytes for every input', () => {
    for (const name of names()) {
      const input = JSON.parse(vectorText(`json-canonicalization/testdata/input/${name}`));
      const text = canonicalJson(input, { allowUnsafeIntegers: true });
      expect(text).toBe(vectorText(`json-canonicalization/testdata/output/${name}`));
      const hex = vectorText(`json-canonicalization/testdata/outhex/${name.replace('.json', '.txt')}`);
      expect(toHex(encodeUtf8(text))).toBe(hex.replace(/\s/g, ''));
    }
  });

  it('writes numbers that match the published checksums over 1,000 and 10,000 lines', () => {
    const readme = vectorText('json-canonicalization/testdata/README.md');
    const fixed = Array.from(readme.matchAll(/0x([0-9a-f]{16})n,/g), (match) => BigInt(`0x${match[1]}`));
    const checksum = createHash('sha256');
    const numbers = es6Numbers(fixed);
    for (let line = 1; line <= 10_000; line++) {
      const value = numbers.next().value!;
      checksum.update(`${bitsOf(value).toString(16)},${canonicalJson(value, { allowUnsafeIntegers: true })}\n`);
      if (line === 1_000) expect(readme).toContain(`${checksum.copy().digest('hex')} | 1000 `);
    }
    expect(readme).toContain(`${checksum.digest('hex')} | 10000 `);
  });
});

function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reverseKeys(member)]),
  );
}

function bitsOf(value: number): bigint {
  return new BigUint64Array(Float64Array.of(value).buffer)[0]!;
}

function numberOf(bits: bigint): number {
  return new Float64Array(BigUint64Array.of(bits).buffer)[0]!;
}

// The sequence defined in the README of the test data: fixed cases, 2,000 neighbors, then a chain of SHA-256.
function* es6Numbers(fixed: readonly bigint[]): Generator<number> {
  yield* fixed.map(numberOf);
  for (let i = 0; i < 2000; i++) yield numberOf(0x0010000000000000n + BigInt(i));
  for (let block = Buffer.alloc(32); ; ) {
    block = createHash('sha256').update(block).digest();
    for (let i = 0; i < 4; i++) {
      const value = block.readDoubleLE(8 * i);
      if (value !== 0 && Number.isFinite(value)) yield value;
    }
  }
}
