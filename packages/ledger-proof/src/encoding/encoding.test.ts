import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusal } from '../../test/trees.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { decodeUtf8, encodeUtf8 } from './bytes.ts';
import { parseDecimal } from './decimal.ts';
import { fromHex, toHex } from './hex.ts';

const anyBytes = fc.uint8Array({ maxLength: 100 });

describe('base64', () => {
  it('agrees with the platform and round-trips', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect(fromBase64(toBase64(bytes))).toEqual(bytes);
      }),
    );
  });

  it('accepts only one text for the same bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'AQgwz019+/= \n-_'), maxLength: 12 }), (text) => {
        if (refusal(() => fromBase64(text)) === 'accepted') expect(toBase64(fromBase64(text))).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['QQ', 'QQ=', 'QR==', 'QUJ=', 'QQ==\n', 'Q Q==', '====', 'QQ==QQ==', 'Q-_=', 'Ä==='])('rejects %j', (text) =>
    expect(refusal(() => fromBase64(text))).toBe('encoding_invalid'),
  );
});

describe('hex', () => {
  it('round-trips', () =>
    fc.assert(fc.property(anyBytes, (bytes) => void expect(fromHex(toHex(bytes))).toEqual(bytes))));

  it.each(['0', '0A', 'zz', ' 00', '0x00'])('refuses %j', (text) =>
    expect(refusal(() => fromHex(text))).toBe('encoding_invalid'),
  );
});

describe('UTF-8', () => {
  it('keeps a byte order mark, so that no byte goes unsigned', () => {
    expect(encodeUtf8(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41)))).toEqual(
      Uint8Array.of(0xef, 0xbb, 0xbf, 0x41),
    );
  });

  it('rejects input without an exact counterpart', () => {
    expect(refusal(() => decodeUtf8(Uint8Array.of(0xc0, 0x80)))).toBe('encoding_invalid');
    expect(refusal(() => encodeUtf8('\udfff'))).toBe('encoding_invalid');
  });
});

describe('parseDecimal', () => {
  it('reads 0 and 2^64 - 1', () => {
    expect(parseDecimal('0')).toBe(0n);
    expect(parseDecimal('18446744073709551615')).toBe(2n ** 64n - 1n);
  });

  it.each(['', '00', '01', '-1', '+1', '1 ', '1e3', '0x1', '١', '18446744073709551616', '1e9'])('refuses %j', (text) =>
    expect(refusal(() => parseDecimal(text))).toBe('encoding_invalid'),
  );

  it('rejects a million digits without converting them', () => {
    expect(refusal(() => parseDecimal('9'.repeat(1_000_000)))).toBe('encoding_invalid');
  });
});
