import { defaultSha256, type Sha256 } from '../crypto.ts';
import { ProofError } from '../proof-error.ts';
import { requireHash, requireSize } from './hashing.ts';
import { planRoot, type TreeNode } from './proof-plan.ts';
import { foldHashes } from './prove.ts';

/** The state needed to continue appending to a tree: at most 64 hashes at any size ("compact range" from 0). */
export interface CompactRange {
  readonly size: bigint;
  /** The roots of the complete subtrees that make up the tree, from left to right, 32 bytes each. */
  readonly hashes: readonly Uint8Array[];
}

/** Options of `createTreeAccumulator`. */
export interface TreeAccumulatorOptions {
  /** The state to continue from. Default: the empty tree. */
  readonly from?: CompactRange;
  /** Called for every subtree, including leaves, as soon as it is complete: the hashes that a tile store must keep. */
  readonly onNode?: (node: TreeNode, hash: Uint8Array) => void;
  readonly sha256?: Sha256;
}

/** A Merkle tree that can only grow, in constant memory. */
export interface TreeAccumulator {
  /** The number of leaves. */
  readonly size: bigint;
  /**
   * Appends a leaf hash, or with `level` the root of a complete subtree of 2^level leaves, computed for example by
   * another thread. If this throws, the tree is unchanged.
   * @throws ProofError `hash_malformed`, or `subtree_misaligned` if the size is not a multiple of 2^level
   */
  append(hash: Uint8Array, level?: number): void;
  /** Returns the root over all leaves so far, without changing anything. */
  root(): Uint8Array;
  /** Returns a copy of the state, from which another accumulator can continue. */
  snapshot(): CompactRange;
}

interface Peak {
  readonly level: number;
  readonly hash: Uint8Array;
}

/**
 * Returns a tree whose root equals RFC 6962's over the appended leaves, at two hashes per leaf and in constant memory.
 * @throws ProofError `size_out_of_range`, `hash_malformed` or `proof_malformed` if `from` is not a compact range
 */
export function createTreeAccumulator(options: TreeAccumulatorOptions = {}): TreeAccumulator {
  const { sha256 = defaultSha256, onNode } = options;
  const peaks = options.from === undefined ? [] : peaksOf(options.from);
  let size = options.from?.size ?? 0n;
  // One buffer for all inner nodes: an allocation for each would cost as much as the hash.
  const joined = new Uint8Array(65).fill(1, 0, 1);
  const join = (left: Uint8Array, right: Uint8Array): Uint8Array => {
    joined.set(left, 1);
    joined.set(right, 33);
    return sha256(joined);
  };
  const report = (peak: Peak): void =>
    onNode?.({ level: peak.level, index: (size >> BigInt(peak.level)) - 1n }, peak.hash);
  return {
    get size() {
      return size;
    },
    append(hash, level = 0) {
      requireHash(hash, 'hash');
      requireAligned(level, peaks);
      // Copied, because a caller may slice its hashes from a buffer that it reuses.
      let peak: Peak = { level, hash: new Uint8Array(hash) };
      size += level === 0 ? 1n : 1n << BigInt(level);
      report(peak);
      for (let left = peaks.at(-1); left?.level === peak.level; left = peaks.at(-1)) {
        peaks.pop();
        peak = { level: peak.level + 1, hash: join(left.hash, peak.hash) };
        report(peak);
      }
      peaks.push(peak);
    },
    root: () =>
      foldHashes(
        peaks.map((peak) => peak.hash),
        sha256,
      ),
    snapshot: () => ({ size, hashes: peaks.map((peak) => new Uint8Array(peak.hash)) }),
  };
}

function peaksOf(range: CompactRange): Peak[] {
  requireSize(range.size, 'size of the compact range');
  const nodes = planRoot(range.size);
  if (nodes.length !== range.hashes.length) {
    throw new ProofError('proof_malformed', `A compact range of size ${range.size} has ${nodes.length} hashes.`);
  }
  return range.hashes.map((hash, i) => {
    requireHash(hash, 'hash of the compact range');
    return { level: nodes[i]?.level ?? 0, hash: new Uint8Array(hash) };
  });
}

// The last peak is the largest power of two that divides the size.
function requireAligned(level: number, peaks: readonly Peak[]): void {
  const last = peaks.at(-1);
  const valid = Number.isInteger(level) && level >= 0 && level < 64;
  if (!valid || (last !== undefined && last.level < level)) {
    throw new ProofError('subtree_misaligned', `A subtree of level ${level} does not fit at the end of the tree.`);
  }
}
