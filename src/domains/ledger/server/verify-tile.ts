import {
  createTreeAccumulator,
  decodeTile,
  HASH_LENGTH,
  ProofError,
  proveInclusionFromTiles,
  type ReadTile,
  TILE_WIDTH,
  type TreeHead,
  tileWidth,
  verifyInclusion,
} from '@cairn/ledger-proof';
import { present } from '#platform/contract/present.ts';
import { nodeSha256 } from './seal-blocks.ts';

/**
 * Returns the first `width` hashes of a tile once it is proven that all of them lead to the signed root in `head`, so
 * that no altered tile is ever served and cached as immutable. The tree must cover the tile.
 *
 * The proof of a leaf under one hash of the tile contains every other hash of it, as itself or combined with its
 * neighbors. Two leaves, under the first and under the last hash, therefore cover the whole tile.
 *
 * @throws ProofError when a hash is wrong, here or on the way to the root; errors of `readTile` pass through
 */
export async function readVerifiedTile(
  readTile: ReadTile,
  head: TreeHead,
  tile: { level: number; index: bigint; width: number },
): Promise<Uint8Array> {
  const { level, index, width } = tile;
  const widest = tileWidth(level, index, head.size);
  const bytes = await readTile(level, index, widest);
  const read: ReadTile = (l, n, w) => (l === level && n === index ? bytes : readTile(l, n, w));
  const height = BigInt(8 * level);
  const first = index * BigInt(TILE_WIDTH);
  for (const node of new Set([first, first + BigInt(widest - 1)])) await verifyLeaf(read, head, node << height);
  // A tile with a single hash has no second leaf to check.
  if (widest === 1 && level > 0) requireRoot(await readTile(level - 1, first, TILE_WIDTH), bytes);
  return bytes.subarray(0, width * HASH_LENGTH);
}

/** Throws unless `root` is the root over the full tile `below`. */
function requireRoot(below: Uint8Array, root: Uint8Array): void {
  const tree = createTreeAccumulator({ sha256: nodeSha256 });
  for (const hash of decodeTile(below, TILE_WIDTH)) tree.append(hash);
  if (!Buffer.from(tree.root()).equals(root.subarray(0, HASH_LENGTH)))
    throw new ProofError('root_mismatch', 'The tile does not match the tile below it.');
}

/** Throws unless the stored hash of a leaf is in the tree. */
async function verifyLeaf(readTile: ReadTile, { size, root }: TreeHead, leaf: bigint): Promise<void> {
  const tileIndex = leaf >> 8n;
  const tile = decodeTile(await readTile(0, tileIndex, tileWidth(0, tileIndex, size)));
  const leafHash = present(tile[Number(leaf & 255n)], 'the tree covers the leaf');
  const proof = await proveInclusionFromTiles(leaf, size, readTile, nodeSha256);
  verifyInclusion({ leafHash, index: leaf, size, root, proof }, nodeSha256);
}
