import { Readable } from 'node:stream';

const SLICE_LENGTH = 256 * 1024;

/**
 * Returns a long text as a stream of slices. Encoding 24 MB in one piece would hold the main thread, and the response of a
 * slow client would be in memory twice.
 */
export const streamText = (text: string): Readable => Readable.from(slicesOf(text), { objectMode: false });

function* slicesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + SLICE_LENGTH);
    // A character outside the BMP has two code units, which have no encoding on their own.
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
