import { concatBytes, isBytes } from '../encoding/bytes.ts';
import { HASH_LENGTH, requireHash, requireSize } from '../merkle/hashing.ts';
import { ProofError } from '../proof-error.ts';
import { TILE_WIDTH, type TileAddress } from './tile-path.ts';

const TILE_WIDTH_BIGINT = BigInt(TILE_WIDTH);

/**
 * Tells how many hashes a tile holds in a tree of `size` leaves: 0 (no such tile) to 256 (full).
 * @throws ProofError `size_out_of_range`
 */
export function tileWidth(level: number, index: bigint, size: bigint): number {
  requireSize(size, 'tree size');
  const hashes = (size >> BigInt(8 * level)) - index * TILE_WIDTH_BIGINT;
  return hashes <= 0n ? 0 : hashes >= TILE_WIDTH_BIGINT ? TILE_WIDTH : Number(hashes);
}

/**
 * Lists the tiles that are new or wider in a tree of `newSize` leaves than in one of `oldSize`, level by level.
 * With an `oldSize` of 0 these are all tiles. Lazily, because there may be very many.
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
 * Gives the bytes of a tile: 1 to 256 hashes, one after the other.
 * @throws ProofError `tile_malformed` or `hash_malformed`
 */
export function encodeTile(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length < 1 || hashes.length > TILE_WIDTH) {
    throw new ProofError('tile_malformed', `A tile holds 1 to ${TILE_WIDTH} hashes.`);
  }
  for (const hash of hashes) requireHash(hash, 'tile hash');
  return concatBytes(...hashes);
}

/**
 * Reads the first `width` hashes of a tile. A wider tile is accepted, for a log may have dropped a partial tile once
 * the full one existed. Default: all hashes it has.
 * @throws ProofError `tile_malformed` when it is too short, too long or not made of whole hashes
 */
export function decodeTile(bytes: Uint8Array, width?: number): Uint8Array[] {
  const held = isBytes(bytes) ? bytes.length / HASH_LENGTH : 0;
  const wanted = width ?? held;
  if (!Number.isInteger(held) || held < 1 || held > TILE_WIDTH || !(wanted <= held)) {
    throw new ProofError('tile_malformed', `The tile does not hold the ${wanted} hashes wanted.`);
  }
  return Array.from({ length: wanted }, (_, i) => bytes.slice(i * HASH_LENGTH, (i + 1) * HASH_LENGTH));
}
