import { defaultSha256, type Sha256 } from '../crypto.ts';
import { bytesEqual } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { nodeHash, requireHash, requireProof, requireSize } from './hashing.ts';

/** The claim that the leaf with this hash is at `index` (from 0) in the tree of `size` leaves with this `root`. */
export interface InclusionClaim {
  readonly leafHash: Uint8Array;
  readonly index: bigint;
  readonly size: bigint;
  readonly root: Uint8Array;
  /** The hashes from the leaf's sibling up to the root's child, 32 bytes each. */
  readonly proof: readonly Uint8Array[];
}

/**
 * Returns only if the leaf is in the tree at that index (RFC 9162 section 2.1.3.2).
 * @throws ProofError `index_out_of_range`, `size_out_of_range`, `hash_malformed`, `proof_malformed` or `root_mismatch`
 */
export function verifyInclusion(claim: InclusionClaim, sha256: Sha256 = defaultSha256): void {
  requireHash(claim.root, 'root');
  if (!bytesEqual(inclusionRoot(claim, sha256), claim.root)) {
    throw new ProofError('root_mismatch', 'The proof does not match the root.');
  }
}

/**
 * Returns the root that the proof leads to. This proves nothing until it is compared with a trusted root.
 * @throws ProofError `index_out_of_range`, `size_out_of_range`, `hash_malformed` or `proof_malformed`
 */
export function inclusionRoot(claim: Omit<InclusionClaim, 'root'>, sha256: Sha256 = defaultSha256): Uint8Array {
  const { leafHash, index, size, proof } = claim;
  requireSize(index, 'index');
  requireSize(size, 'tree size');
  requireHash(leafHash, 'leaf hash');
  requireProof(proof);
  if (index >= size) throw new ProofError('index_out_of_range', `The tree of size ${size} has no leaf ${index}.`);
  return climb(leafHash, index, size - 1n, proof, sha256);
}

// `node` and `last` are the RFC's fn and sn: the index of the current node and of the last node, on the same level.
function climb(hash: Uint8Array, node: bigint, last: bigint, proof: readonly Uint8Array[], sha256: Sha256): Uint8Array {
  let current = hash;
  for (const sibling of proof) {
    if (last === 0n) throw new ProofError('proof_malformed', 'The proof is too long.');
    if ((node & 1n) === 1n || node === last) {
      current = nodeHash(sibling, current, sha256);
      // The last node of a level may have no sibling there. It rises until it has one on its left.
      while ((node & 1n) === 0n && node !== 0n) {
        node >>= 1n;
        last >>= 1n;
      }
    } else {
      current = nodeHash(current, sibling, sha256);
    }
    node >>= 1n;
    last >>= 1n;
  }
  if (last !== 0n) throw new ProofError('proof_malformed', 'The proof is too short.');
  return current;
}
