import { ProofError } from '../proof-error.ts';
import { requireSize } from './hashing.ts';

/** A complete subtree over the leaves from `index * 2^level` up to, but not including, `(index + 1) * 2^level`. */
export interface TreeNode {
  readonly level: number;
  readonly index: bigint;
}

/**
 * The complete subtrees, from left to right, whose hashes combine into one hash of a proof.
 * More than one only at the right edge, where a subtree is incomplete.
 */
export type ProofStep = readonly TreeNode[];

/**
 * Returns the complete subtrees that make up the root of a tree of `size` leaves; none for the empty tree.
 * @throws ProofError `size_out_of_range`
 */
export function planRoot(size: bigint): ProofStep {
  requireSize(size, 'tree size');
  return coverLeaves(0n, size);
}

/**
 * Returns the parts of an inclusion proof, the leaf's sibling first (RFC 9162 section 2.1.3.1).
 * @throws ProofError `size_out_of_range` or `index_out_of_range`
 */
export function planInclusion(index: bigint, size: bigint): ProofStep[] {
  requireSize(index, 'index');
  requireSize(size, 'tree size');
  if (index >= size) throw new ProofError('index_out_of_range', `The tree of size ${size} has no leaf ${index}.`);
  const steps: ProofStep[] = [];
  let start = 0n;
  let end = size;
  while (end - start > 1n) {
    const middle = start + largestPowerBelow(end - start);
    if (index < middle) {
      steps.push(coverLeaves(middle, end));
      end = middle;
    } else {
      steps.push(coverLeaves(start, middle));
      start = middle;
    }
  }
  return steps.reverse();
}

/**
 * Returns the parts of a consistency proof (RFC 9162 section 2.1.4.1).
 * @throws ProofError `size_out_of_range`, also if `oldSize` is 0 or larger than `newSize`
 */
export function planConsistency(oldSize: bigint, newSize: bigint): ProofStep[] {
  requireSize(oldSize, 'older tree size');
  requireSize(newSize, 'newer tree size');
  if (oldSize === 0n || oldSize > newSize) {
    throw new ProofError('size_out_of_range', `There is no consistency proof from ${oldSize} to ${newSize}.`);
  }
  const steps: ProofStep[] = [];
  let start = 0n;
  let end = newSize;
  while (oldSize < end) {
    const middle = start + largestPowerBelow(end - start);
    if (oldSize <= middle) {
      steps.push(coverLeaves(middle, end));
      end = middle;
    } else {
      steps.push(coverLeaves(start, middle));
      start = middle;
    }
  }
  // From leaf 0 on, this subtree is the older tree itself, whose root the verifier already has.
  if (start > 0n) steps.push(coverLeaves(start, end));
  return steps.reverse();
}

// Works because every range in an RFC 6962 tree starts at a multiple of a power of two that is at least its length.
function coverLeaves(start: bigint, end: bigint): TreeNode[] {
  const nodes: TreeNode[] = [];
  let position = start;
  while (position < end) {
    const level = bitLength(end - position) - 1;
    nodes.push({ level, index: position >> BigInt(level) });
    position += 1n << BigInt(level);
  }
  return nodes;
}

// For n > 1: the largest power of two strictly smaller than n (RFC 6962 section 2.1).
function largestPowerBelow(n: bigint): bigint {
  return 1n << BigInt(bitLength(n - 1n) - 1);
}

function bitLength(n: bigint): number {
  return n.toString(2).length;
}
