import { keccak_256 } from '@noble/hashes/sha3.js';

/**
 * The address at which the platform holds what belongs to an account: the last 20 bytes of
 * keccak-256("parcel:account:" + id), which nobody has a key to. Written with the checksum of EIP-55. The same id gives the
 * same address for ever.
 */
export function custodialAddress(accountId: string): string {
  const bytes = keccak_256(Buffer.from(`parcel:account:${accountId.toLowerCase()}`)).slice(-20);
  return withChecksum(Buffer.from(bytes).toString('hex'));
}

/** EIP-55: a letter is a capital where the digit of the address's own hash is 8 or more. */
export function withChecksum(digits: string): string {
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex');
  return `0x${[...digits].map((digit, n) => (Number.parseInt(hash[n] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
}
