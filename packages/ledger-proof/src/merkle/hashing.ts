import { defaultSha256, type Sha256 } from '../crypto.ts';
import { isBytes } from '../encoding/bytes.ts';
import { isUint64 } from '../encoding/decimal.ts';
import { ProofError } from '../proof-error.ts';

/** The size of a SHA-256 hash in bytes. */
export const HASH_LENGTH = 32;

// The two prefixes prevent a leaf from being read as an inner node (RFC 6962 section 2.1, second preimages).
export const RFC6962_LEAF_HASH_PREFIX = 0x00;
const RFC6962_NODE_HASH_PREFIX = 0x01;

/** Returns the hash of a leaf: SHA-256(0x00 || entry), RFC 6962 section 2.1. */
export function leafHash(entry: Uint8Array, sha256: Sha256 = defaultSha256): Uint8Array {
  const prefixed = new Uint8Array(entry.length + 1);
  prefixed[0] = RFC6962_LEAF_HASH_PREFIX;
  prefixed.set(entry, 1);
  return sha256(prefixed);
}

/** Returns the hash of an inner node over two hashes: SHA-256(0x01 || left || right), RFC 6962 section 2.1. */
export function nodeHash(left: Uint8Array, right: Uint8Array, sha256: Sha256 = defaultSha256): Uint8Array {
  const prefixed = new Uint8Array(1 + left.length + right.length);
  prefixed[0] = RFC6962_NODE_HASH_PREFIX;
  prefixed.set(left, 1);
  prefixed.set(right, 1 + left.length);
  return sha256(prefixed);
}

/** Returns the root of the tree without leaves: SHA-256 of the empty string, RFC 6962 section 2.1. */
export function emptyRoot(sha256: Sha256 = defaultSha256): Uint8Array {
  return sha256(new Uint8Array(0));
}

/** Throws unless the value is 32 bytes. */
export function requireHash(value: unknown, what: string): asserts value is Uint8Array {
  if (!isBytes(value) || value.length !== HASH_LENGTH) {
    throw new ProofError('hash_malformed', `The ${what} is not ${HASH_LENGTH} bytes long.`);
  }
}

/** Throws unless the value is an array of 32-byte hashes. */
export function requireProof(value: unknown): asserts value is readonly Uint8Array[] {
  if (!Array.isArray(value)) throw new ProofError('proof_malformed', 'The proof is not a list of hashes.');
  for (const hash of value) requireHash(hash, 'proof hash');
}

/** Throws unless the value is a bigint from 0 to 2^64 - 1. */
export function requireSize(value: unknown, what: string): asserts value is bigint {
  if (!isUint64(value)) throw new ProofError('size_out_of_range', `The ${what} is not an integer from 0 to 2^64 - 1.`);
}
