import { keccak_256 } from '@noble/hashes/sha3.js';

/**
 * Returns the address at which the platform holds assets of an account: the last 20 bytes of
 * keccak-256("parcel:account:" + id), in EIP-55 notation. It has no private key. An id always yields the same address.
 */
export function custodialAddress(accountId: string): string {
  const bytes = keccak_256(Buffer.from(`parcel:account:${accountId.toLowerCase()}`)).slice(-20);
  return withChecksum(Buffer.from(bytes).toString('hex'));
}

/** Applies EIP-55: a letter is upper case if the digit of the address's own hash is 8 or more. */
export function withChecksum(digits: string): string {
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex');
  return `0x${[...digits].map((digit, n) => (Number.parseInt(hash[n] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
}
