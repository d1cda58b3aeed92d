import { defaultSha256, type Sha256 } from '../crypto.ts';
import { bytesEqual } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { nodeHash, requireHash, requireProof, requireSize } from './hashing.ts';

/** The claim that the tree of `newSize` leaves starts with exactly the `oldSize` leaves of the older tree. */
export interface ConsistencyClaim {
  readonly oldSize: bigint;
  readonly oldRoot: Uint8Array;
  readonly newSize: bigint;
  readonly newRoot: Uint8Array;
  /** 32 bytes each, in the order of RFC 9162 section 2.1.4.1; empty when the sizes are equal. */
  readonly proof: readonly Uint8Array[];
}

/**
 * Returns only if nothing in the older tree was changed or removed (RFC 9162 section 2.1.4.2).
 * Rejects an `oldSize` of 0, because such a proof proves nothing; handle an empty start without a proof.
 * @throws ProofError `size_out_of_range`, `hash_malformed`, `proof_malformed` or `root_mismatch`
 */
export function verifyConsistency(claim: ConsistencyClaim, sha256: Sha256 = defaultSha256): void {
  requireClaim(claim);
  if (claim.oldSize === claim.newSize) {
    verifySameTree(claim);
    return;
  }
  const roots = consistencyRoots(claim, sha256);
  if (!bytesEqual(roots.old, claim.oldRoot)) throw mismatch('older');
  if (!bytesEqual(roots.new, claim.newRoot)) throw mismatch('newer');
}

function requireClaim(claim: ConsistencyClaim): void {
  requireSize(claim.oldSize, 'older tree size');
  requireSize(claim.newSize, 'newer tree size');
  requireHash(claim.oldRoot, 'older root');
  requireHash(claim.newRoot, 'newer root');
  requireProof(claim.proof);
  if (claim.oldSize === 0n) throw new ProofError('size_out_of_range', 'An empty tree proves nothing.');
  if (claim.oldSize > claim.newSize) {
    throw new ProofError('size_out_of_range', 'The older tree is larger than the newer one.');
  }
}

function verifySameTree(claim: ConsistencyClaim): void {
  if (claim.proof.length > 0) throw new ProofError('proof_malformed', 'Trees of equal size need no proof.');
  if (!bytesEqual(claim.oldRoot, claim.newRoot)) throw mismatch('newer');
}

// `node` and `last` are the RFC's fn and sn, as in the inclusion proof.
function consistencyRoots(claim: ConsistencyClaim, sha256: Sha256): { old: Uint8Array; new: Uint8Array } {
  let node = claim.oldSize - 1n;
  let last = claim.newSize - 1n;
  while ((node & 1n) === 1n) {
    node >>= 1n;
    last >>= 1n;
  }
  // An older tree that is a complete subtree of the newer one is its own starting point, and is omitted from the proof.
  const [seed, ...path] = node === 0n ? [claim.oldRoot, ...claim.proof] : claim.proof;
  if (seed === undefined) throw new ProofError('proof_malformed', 'The proof is too short.');
  let oldRoot = seed;
  let newRoot = seed;
  for (const sibling of path) {
    if (last === 0n) throw new ProofError('proof_malformed', 'The proof is too long.');
    if ((node & 1n) === 1n || node === last) {
      oldRoot = nodeHash(sibling, oldRoot, sha256);
      newRoot = nodeHash(sibling, newRoot, sha256);
      while ((node & 1n) === 0n && node !== 0n) {
        node >>= 1n;
        last >>= 1n;
      }
    } else {
      newRoot = nodeHash(newRoot, sibling, sha256);
    }
    node >>= 1n;
    last >>= 1n;
  }
  if (last !== 0n) throw new ProofError('proof_malformed', 'The proof is too short.');
  return { old: oldRoot, new: newRoot };
}

function mismatch(which: 'older' | 'newer'): ProofError {
  return new ProofError('root_mismatch', `The proof does not match the root of the ${which} tree.`);
}
