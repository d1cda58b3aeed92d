import { defaultSha256, type Sha256 } from '../crypto.ts';
import { ProofError } from '../proof-error.ts';
import { emptyRoot, nodeHash, requireHash } from './hashing.ts';
import { type ProofStep, planConsistency, planInclusion, planRoot, type TreeNode } from './proof-plan.ts';

/** Returns the hash of a complete subtree, 32 bytes. */
export type NodeReader = (node: TreeNode) => Uint8Array;

/** Returns the proof that leaf `index` is in the tree of `size` leaves, for `verifyInclusion`. */
export function proveInclusion(
  index: bigint,
  size: bigint,
  readNode: NodeReader,
  sha256: Sha256 = defaultSha256,
): Uint8Array[] {
  return planInclusion(index, size).map((step) => foldStep(step, readNode, sha256));
}

/** Returns the proof that the tree of `newSize` leaves extends that of `oldSize` (from 1), for `verifyConsistency`. */
export function proveConsistency(
  oldSize: bigint,
  newSize: bigint,
  readNode: NodeReader,
  sha256: Sha256 = defaultSha256,
): Uint8Array[] {
  return planConsistency(oldSize, newSize).map((step) => foldStep(step, readNode, sha256));
}

/** Returns the root of the tree over the first `size` leaves. */
export function rootAtSize(size: bigint, readNode: NodeReader, sha256: Sha256 = defaultSha256): Uint8Array {
  return size === 0n ? emptyRoot(sha256) : foldStep(planRoot(size), readNode, sha256);
}

/**
 * Builds a whole tree in memory (64 bytes per leaf) and returns a reader for its complete subtrees.
 * Meant for small logs and tests; large logs read tiles.
 * @throws ProofError `hash_malformed` for a leaf hash that is not 32 bytes; the reader throws `index_out_of_range`
 */
export function nodesOfLeaves(leafHashes: readonly Uint8Array[], sha256: Sha256 = defaultSha256): NodeReader {
  for (const hash of leafHashes) requireHash(hash, 'leaf hash');
  const levels: (readonly Uint8Array[])[] = [leafHashes];
  for (let level = leafHashes; level.length > 1; ) {
    level = pairUp(level, sha256);
    levels.push(level);
  }
  return ({ level, index }) => {
    const hash = levels[level]?.[Number(index)];
    if (hash === undefined) throw new ProofError('index_out_of_range', `The tree has no node ${index} at ${level}.`);
    return hash;
  };
}

/** Joins the hashes of neighboring complete subtrees, largest on the left, into the hash over all of them. */
export function foldHashes(hashes: readonly Uint8Array[], sha256: Sha256 = defaultSha256): Uint8Array {
  return hashes.length === 0 ? emptyRoot(sha256) : hashes.reduceRight((right, left) => nodeHash(left, right, sha256));
}

function foldStep(step: ProofStep, readNode: NodeReader, sha256: Sha256): Uint8Array {
  const hashes = step.map((node) => {
    const hash = readNode(node);
    requireHash(hash, 'node hash');
    return hash;
  });
  return foldHashes(hashes, sha256);
}

// A last node without a sibling is not a complete subtree one level up, so it is omitted there.
function pairUp(level: readonly Uint8Array[], sha256: Sha256): Uint8Array[] {
  const parents: Uint8Array[] = [];
  for (let i = 0; i + 1 < level.length; i += 2) {
    const [left, right] = [level[i], level[i + 1]];
    if (left !== undefined && right !== undefined) parents.push(nodeHash(left, right, sha256));
  }
  return parents;
}
