import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';

/**
 * A one-shot SHA-256: takes any number of bytes and returns 32, without modifying or retaining the input.
 * On a server pass `(bytes) => crypto.hash('sha256', bytes, 'buffer')`, which is several times faster than the default.
 */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** An Ed25519 verification (RFC 8032): true if `signature` (64 bytes) by `publicKey` (32 bytes) covers `message`. */
export type Ed25519Verify = (
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
) => boolean | Promise<boolean>;

/** An Ed25519 signature (RFC 8032, 64 bytes) over `message` with the function's own key. */
export type Ed25519Sign = (message: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** SHA-256 in plain JavaScript, the default wherever a hash is needed. */
export const defaultSha256: Sha256 = nobleSha256;

/**
 * Ed25519 verification in plain JavaScript, the default wherever a signature is checked.
 * Follows the strict rules of RFC 8032 instead of ZIP-215, so that it agrees with OpenSSL and WebCrypto on malleable
 * signatures.
 */
export const defaultEd25519Verify: Ed25519Verify = (signature, message, publicKey) =>
  ed25519.verify(signature, message, publicKey, { zip215: false });
