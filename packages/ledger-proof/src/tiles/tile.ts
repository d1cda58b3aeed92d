import { concatBytes, isBytes } from '../encoding/bytes.ts';
import { HASH_LENGTH, requireHash, requireSize } from '../merkle/hashing.ts';
import { ProofError } from '../proof-error.ts';
import { TILE_WIDTH, type TileAddress } from './tile-path.ts';

const TILE_WIDTH_BIGINT = BigInt(TILE_WIDTH);

/**
 * Returns how many hashes a tile has in a tree of `size` leaves: 0 (no such tile) to 256 (full).
 * @throws ProofError `size_out_of_range`
 */
export function tileWidth(level: number, index: bigint, size: bigint): number {
  requireSize(size, 'tree size');
  const hashes = (size >> BigInt(8 * level)) - index * TILE_WIDTH_BIGINT;
  return hashes <= 0n ? 0 : hashes >= TILE_WIDTH_BIGINT ? TILE_WIDTH : Number(hashes);
}

/**
 * Yields the tiles that are new or wider in a tree of `newSize` leaves than in one of `oldSize`, level by level; all
 * tiles for an `oldSize` of 0. Lazy, because there may be very many.
 * @throws ProofError `size_out_of_range`
 */
export function* tilesBetween(oldSize: bigint, newSize: bigint): Generator<TileAddress & { level: number }> {
  requireSize(oldSize, 'older tree size');
  requireSize(newSize, 'newer tree size');
  for (let level = 0; newSize >> BigInt(8 * level) > 0n; level++) {
    const before = oldSize >> BigInt(8 * level);
    const after = newSize >> BigInt(8 * level);
    for (let index = before / TILE_WIDTH_BIGINT; before < after && index * TILE_WIDTH_BIGINT < after; index++) {
      yield { level, index, width: tileWidth(level, index, newSize) };
    }
  }
}

/**
 * Returns the bytes of a tile: 1 to 256 concatenated hashes.
 * @throws ProofError `tile_malformed` or `hash_malformed`
 */
export function encodeTile(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length < 1 || hashes.length > TILE_WIDTH) {
    throw new ProofError('tile_malformed', `A tile must contain 1 to ${TILE_WIDTH} hashes.`);
  }
  for (const hash of hashes) requireHash(hash, 'tile hash');
  return concatBytes(...hashes);
}

/**
 * Returns the first `width` hashes of a tile, or all by default. Accepts a wider tile, because a log may drop a partial
 * tile once the full one exists.
 * @throws ProofError `tile_malformed` if it is too short, too long or not made of whole hashes
 */
export function decodeTile(bytes: Uint8Array, width?: number): Uint8Array[] {
  const held = isBytes(bytes) ? bytes.length / HASH_LENGTH : 0;
  const wanted = width ?? held;
  if (!Number.isInteger(held) || held < 1 || held > TILE_WIDTH || !(wanted <= held)) {
    throw new ProofError('tile_malformed', `The tile does not contain the requested number of hashes, ${wanted}.`);
  }
  return Array.from({ length: wanted }, (_, i) => bytes.slice(i * HASH_LENGTH, (i + 1) * HASH_LENGTH));
}
