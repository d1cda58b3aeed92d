import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { acceptedEncoding, compressPage } from './compress-page.ts';

test('selects the best encoding that the client accepts, and none that it refuses', () => {
  expect(acceptedEncoding('gzip, deflate, br, zstd')).toBe('br');
  expect(acceptedEncoding('br;q=0, gzip;q=0.5')).toBe('gzip');
  for (const header of [undefined, '', 'identity', 'br;q=0', 'brotli'])
    expect(acceptedEncoding(header)).toBeUndefined();
});

test('decompresses to the same page', async () => {
  const page = '<p>Grüße</p>'.repeat(1000);
  expect(brotliDecompressSync(await compressPage(page, 'br')).toString()).toBe(page);
  expect(gunzipSync(await compressPage(page, 'gzip')).toString()).toBe(page);
});
