import { Transform } from 'node:stream';
import { AppError, bodyTooLarge } from '#platform/contract/errors.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LOWER_U = 0x75;
const HEX_DIGITS = 4;

export type ShorteningLimits = {
  /** The number of bytes kept of each string. */
  readonly textBytes: number;
  /** The maximum bytes of the whole body after its strings were cut. */
  readonly bodyBytes: number;
};

/**
 * Returns a stream that cuts each string of a JSON text after its first `textBytes`, between two characters. A body of
 * megabytes is then never in memory, and takes no longer to parse than a small one. It does not check the JSON.
 * `receivedEncodedLength` counts the received bytes, for Fastify.
 * @throws AppError `request.too_large` at the end of the stream, if more than `bodyBytes` remain
 */
export function shortenTexts({
  textBytes,
  bodyBytes,
}: ShorteningLimits): Transform & { receivedEncodedLength: number } {
  let inText = false;
  /** Bytes of the string so far. */
  let length = 0;
  /** Bytes of an escape sequence still to come: 1 after a backslash, then 4 if it is `\u`. */
  let escaping = 0;
  let isCut = false;
  let kept = 0;

  /** Reports whether this byte is kept. */
  function keeps(byte: number): boolean {
    if (!inText) {
      inText = byte === QUOTE;
      length = 0;
      isCut = false;
      return true;
    }
    if (escaping === 0 && byte === QUOTE) {
      inText = false;
      return true;
    }
    length += 1;
    const continues = escaping > 0 || (byte & 0xc0) === 0x80;
    if (escaping === ESCAPED) escaping = byte === LOWER_U ? HEX_DIGITS : 0;
    else if (escaping > 0) escaping -= 1;
    else if (byte === BACKSLASH) escaping = ESCAPED;
    // A character that has begun is completed.
    if (!continues && length > textBytes) isCut = true;
    return !isCut;
  }

  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      result.receivedEncodedLength += chunk.length;
      const out = Buffer.allocUnsafe(chunk.length);
      let end = 0;
      for (const byte of chunk) if (keeps(byte)) out[end++] = byte;
      kept += end;
      if (kept > bodyBytes) done();
      else done(null, out.subarray(0, end));
    },
    // A client that is still sending would not read the refusal.
    flush(done) {
      if (kept > bodyBytes) done(new AppError(bodyTooLarge, 'The request body is larger than this route accepts.'));
      else done();
    },
  });
  const result = Object.assign(stream, { receivedEncodedLength: 0 });
  return result;
}

/** The state after a backslash. Larger than the digits that may be left. */
const ESCAPED = HEX_DIGITS + 1;
