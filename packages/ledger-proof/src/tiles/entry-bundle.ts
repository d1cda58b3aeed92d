import { ENTRY_LENGTH_MAX } from '../block.ts';
import { isBytes } from '../encoding/bytes.ts';
import { requireSize } from '../merkle/hashing.ts';
import { ProofError } from '../proof-error.ts';
import { tileWidth } from './tile.ts';
import { TILE_WIDTH } from './tile-path.ts';

const LENGTH_BYTES = 2;

/** Fetches the entry bundle at this index. `width` is 1 to 256 entries; a wider bundle is acceptable. */
export type ReadBundle = (index: bigint, width: number) => Uint8Array | Promise<Uint8Array>;

/**
 * Returns the bytes of an entry bundle: for each of 1 to 256 entries its length (16 bits, big-endian) and its bytes.
 * @throws ProofError `tile_malformed`, or `entry_too_large` beyond 65,535 bytes
 */
export function encodeEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length < 1 || entries.length > TILE_WIDTH)
    throw malformed(`A bundle must contain 1 to ${TILE_WIDTH} entries.`);
  const total = entries.reduce((length, entry) => length + LENGTH_BYTES + entry.length, 0);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const entry of entries) {
    if (entry.length > ENTRY_LENGTH_MAX) throw new ProofError('entry_too_large', 'An entry exceeds 65,535 bytes.');
    view.setUint16(offset, entry.length);
    bytes.set(entry, offset + LENGTH_BYTES);
    offset += LENGTH_BYTES + entry.length;
  }
  return bytes;
}

/**
 * Parses the first `width` entries of a bundle; all by default. The whole bundle must be well-formed.
 * @throws ProofError `tile_malformed`
 */
export function decodeEntryBundle(bytes: Uint8Array, width?: number): Uint8Array[] {
  if (!isBytes(bytes)) throw malformed('It is not a byte array.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Uint8Array[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    if (offset + LENGTH_BYTES > bytes.length || entries.length === TILE_WIDTH) throw malformed('Its end is wrong.');
    const start = offset + LENGTH_BYTES;
    offset = start + view.getUint16(offset);
    if (offset > bytes.length) throw malformed('Its last entry is truncated.');
    entries.push(bytes.slice(start, offset));
  }
  if (entries.length < (width ?? 1)) throw malformed('It contains too few entries.');
  return entries.slice(0, width ?? entries.length);
}

/**
 * Yields all entries of a log of `size` leaves in order, with one bundle in memory at a time. They are unverified:
 * compare their leaf hashes with a root. Errors of `readBundle` pass through.
 * @throws ProofError `tile_malformed` or `size_out_of_range`
 */
export async function* readEntries(size: bigint, readBundle: ReadBundle): AsyncGenerator<Uint8Array> {
  requireSize(size, 'tree size');
  for (let index = 0n; index * BigInt(TILE_WIDTH) < size; index++) {
    const width = tileWidth(0, index, size);
    yield* decodeEntryBundle(await readBundle(index, width), width);
  }
}

function malformed(detail: string): ProofError {
  return new ProofError('tile_malformed', `The bytes are not an entry bundle. ${detail}`);
}
