import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type PageEncoding = 'br' | 'gzip';

/** Returns the best encoding that the client accepts, or undefined. */
export function acceptedEncoding(header: string | undefined): PageEncoding | undefined {
  const accepted = (header ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => !/;\s*q=0(\.0*)?$/.test(each))
    .map((each) => each.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}

/** A page of 40 kB takes about a millisecond, off the main thread. Higher qualities save less than a packet. */
const QUALITY = 5;

/** Compresses a page for one response. */
export function compressPage(page: string, encoding: PageEncoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(page);
  return promisify(brotliCompress)(page, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}
