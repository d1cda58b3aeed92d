import { bytesToHex } from '@noble/hashes/utils.js';
import { ProofError } from '../proof-error.ts';

/** Encodes bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return bytesToHex(bytes);
}

/**
 * Decodes lower-case hex strictly, so that every byte string has exactly one text form.
 * @throws ProofError `encoding_invalid` for upper case, odd length or any other character
 */
export function fromHex(text: string): Uint8Array {
  if (typeof text !== 'string' || text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) {
    throw new ProofError('encoding_invalid', 'The text is not lower-case hex.');
  }
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = (digitValue(text.charCodeAt(2 * i)) << 4) | digitValue(text.charCodeAt(2 * i + 1));
  }
  return bytes;
}

// '0' to '9' are 48 to 57, 'a' to 'f' are 97 to 102.
function digitValue(code: number): number {
  return code < 58 ? code - 48 : code - 87;
}
