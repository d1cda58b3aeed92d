import { defaultSha256, type Sha256 } from '../crypto.ts';
import { HASH_LENGTH } from '../merkle/hashing.ts';
import { type ProofStep, planConsistency, planInclusion, planRoot, type TreeNode } from '../merkle/proof-plan.ts';
import { type NodeReader, nodesOfLeaves, proveConsistency, proveInclusion, rootAtSize } from '../merkle/prove.ts';
import { ProofError } from '../proof-error.ts';
import { decodeTile, tileWidth } from './tile.ts';

/** Fetches a tile: `level` 0 to 7, `width` 1 to 256 hashes of 32 bytes; a wider tile is acceptable. */
export type ReadTile = (level: number, index: bigint, width: number) => Uint8Array | Promise<Uint8Array>;

/**
 * Returns the inclusion proof of leaf `index` in the tree of `size` leaves. The tiles are untrusted: pass the result to
 * `verifyInclusion`. Requests all tiles concurrently, each once; errors of `readTile` pass through.
 * @throws ProofError `tile_malformed`, `size_out_of_range` or `index_out_of_range`
 */
export async function proveInclusionFromTiles(
  index: bigint,
  size: bigint,
  readTile: ReadTile,
  sha256: Sha256 = defaultSha256,
): Promise<Uint8Array[]> {
  const readNode = await fetchNodes(planInclusion(index, size), size, readTile, sha256);
  return proveInclusion(index, size, readNode, sha256);
}

/**
 * Returns the proof that the tree of `newSize` leaves extends that of `oldSize` (from 1), for `verifyConsistency`.
 * Fetches and throws like `proveInclusionFromTiles`.
 */
export async function proveConsistencyFromTiles(
  oldSize: bigint,
  newSize: bigint,
  readTile: ReadTile,
  sha256: Sha256 = defaultSha256,
): Promise<Uint8Array[]> {
  const readNode = await fetchNodes(planConsistency(oldSize, newSize), newSize, readTile, sha256);
  return proveConsistency(oldSize, newSize, readNode, sha256);
}

/** Returns the root that the tiles lead to at `size`, for comparison with a checkpoint. Fetches and throws as above. */
export async function rootFromTiles(
  size: bigint,
  readTile: ReadTile,
  sha256: Sha256 = defaultSha256,
): Promise<Uint8Array> {
  return rootAtSize(size, await fetchNodes([planRoot(size)], size, readTile, sha256), sha256);
}

interface TilePlace {
  readonly level: number;
  readonly index: bigint;
  /** The index of the first hash below the node, and the number of hashes. */
  readonly offset: number;
  readonly count: number;
}

// A tile stores every eighth level of the tree. The levels in between are computed from it.
function placeOf(node: TreeNode): TilePlace {
  const height = node.level % 8;
  const first = node.index << BigInt(height);
  return { level: (node.level - height) / 8, index: first >> 8n, offset: Number(first & 255n), count: 1 << height };
}

async function fetchNodes(
  steps: readonly ProofStep[],
  size: bigint,
  readTile: ReadTile,
  sha256: Sha256,
): Promise<NodeReader> {
  const fetches = new Map<string, Promise<readonly [string, Uint8Array[]]>>();
  for (const node of steps.flat()) {
    const { level, index } = placeOf(node);
    const key = keyOf(level, index);
    if (!fetches.has(key))
      fetches.set(
        key,
        fetchTile(level, index, size, readTile).then((tile) => [key, tile] as const),
      );
  }
  const tiles = new Map(await Promise.all(fetches.values()));
  return (node) => {
    const place = placeOf(node);
    const tile = tiles.get(keyOf(place.level, place.index)) ?? [];
    return subtreeRoot(tile.slice(place.offset, place.offset + place.count), place.count, sha256);
  };
}

async function fetchTile(level: number, index: bigint, size: bigint, readTile: ReadTile): Promise<Uint8Array[]> {
  const width = tileWidth(level, index, size);
  return decodeTile(await readTile(level, index, width), width);
}

function subtreeRoot(hashes: readonly Uint8Array[], count: number, sha256: Sha256): Uint8Array {
  if (hashes.length !== count || hashes[0]?.length !== HASH_LENGTH) {
    throw new ProofError('tile_malformed', 'A tile does not contain the hashes of the proof.');
  }
  return nodesOfLeaves(hashes, sha256)({ level: Math.log2(count), index: 0n });
}

function keyOf(level: number, index: bigint): string {
  return `${level}/${index}`;
}
