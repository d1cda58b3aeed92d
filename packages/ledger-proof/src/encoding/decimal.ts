import { ProofError } from '../proof-error.ts';

const UINT64_MAX = 0xffff_ffff_ffff_ffffn;

/**
 * Parses an unsigned decimal of at most 64 bits in its only text form (no sign, no leading zeros).
 * Bounds the length before the conversion: turning a million digits into a number would take seconds.
 * @throws ProofError `encoding_invalid`
 */
export function parseDecimal(text: string): bigint {
  if (typeof text === 'string' && /^(?:0|[1-9][0-9]{0,19})$/.test(text)) {
    const value = BigInt(text);
    if (value <= UINT64_MAX) return value;
  }
  throw new ProofError('encoding_invalid', 'The text is not a decimal number of at most 64 bits.');
}

/** Reports whether the value is a bigint from 0 to 2^64 - 1, the range of sizes and indexes in a log. */
export function isUint64(value: unknown): value is bigint {
  return typeof value === 'bigint' && value >= 0n && value <= UINT64_MAX;
}
