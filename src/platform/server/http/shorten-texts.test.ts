import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortenTexts } from './shorten-texts.ts';

const LIMITS = { textBytes: 10, bodyBytes: 1000 };

/** Shortens a text that arrives in chunks of this many bytes. */
const shorten = (body: string | Buffer, limits = LIMITS, chunkBytes = 7) => {
  const bytes = Buffer.from(body as string);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, n) =>
    bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes),
  );
  return text(Readable.from(chunks).pipe(shortenTexts(limits)));
};

test.each([
  ['a short text', '{"a":"short"}', '{"a":"short"}'],
  ['a text of the longest length', '{"a":"0123456789"}', '{"a":"0123456789"}'],
  ['a longer text', '{"a":"0123456789abcdef","b":1}', '{"a":"0123456789","b":1}'],
  ['each text by itself', '["0123456789a","0123456789b"]', '["0123456789","0123456789"]'],
  ['an escaped quote', '{"a":"01234\\"6789a","b":"c"}', '{"a":"01234\\"678","b":"c"}'],
  ['an escape at the end', '{"a":"012345678\\nxyz"}', '{"a":"012345678\\n"}'],
  ['an escaped code unit at the end', '{"a":"01234567\\u00e9xyz"}', '{"a":"01234567\\u00e9"}'],
  ['a character of several bytes at the end', '{"a":"01234567蘇xyz"}', '{"a":"01234567蘇"}'],
  ['numbers and names outside of texts', '{"n":12345678901234567890}', '{"n":12345678901234567890}'],
])('cuts %s', async (_, body, cut) => {
  expect(await shorten(body)).toBe(cut);
});

test('any JSON stays JSON with the same structure, in chunks of any size', async () => {
  const cutOff = (value: unknown): unknown => {
    if (typeof value === 'string') return 'text';
    if (Array.isArray(value)) return value.map(cutOff);
    if (typeof value !== 'object' || value === null) return value;
    return Object.values(value).map(cutOff);
  };
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.integer({ min: 1, max: 9 }), async (value, chunkBytes) => {
      // Names are texts too. Two names cut to the same text would be one field.
      const named = Array.isArray(value) ? value : [value];
      const same = JSON.stringify(cutOff(named));
      const limits = { textBytes: 3, bodyBytes: 1_000_000 };
      const json = JSON.stringify(named, (_, inner) =>
        typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? Object.values(inner) : inner,
      );
      expect(JSON.stringify(cutOff(JSON.parse(await shorten(json, limits, chunkBytes))))).toBe(same);
    }),
  );
});

test('refuses a body that is too large although its texts were cut', async () => {
  const body = JSON.stringify(Array.from({ length: 200 }, () => 'x'.repeat(20)));
  await expect(shorten(body)).rejects.toMatchObject({ kind: { status: 413 } });
});
