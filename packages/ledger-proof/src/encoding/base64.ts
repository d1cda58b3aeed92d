import { ProofError } from '../proof-error.ts';
import { decodeUtf8 } from './bytes.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map(Array.from(ALPHABET, (character, value) => [character, value]));

const CODES = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0));
const PADDING = '='.charCodeAt(0);

/** Encodes bytes as standard base64 with padding (RFC 4648 section 4). */
export function toBase64(bytes: Uint8Array): string {
  // Characters are collected as bytes: a text that grows by one character is several times slower for large blocks.
  const codes = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(PADDING);
  let at = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    codes[at] = CODES[group >> 18] ?? PADDING;
    codes[at + 1] = CODES[(group >> 12) & 63] ?? PADDING;
    if (left > 1) codes[at + 2] = CODES[(group >> 6) & 63] ?? PADDING;
    if (left > 2) codes[at + 3] = CODES[group & 63] ?? PADDING;
    at += 4;
  }
  return decodeUtf8(codes);
}

/**
 * Decodes standard base64 strictly, so that every byte string has exactly one text form. The platform's decoders skip
 * white space or ignore stray bits; a note could then be altered and still verify.
 * @throws ProofError `encoding_invalid` for white space, missing padding, other alphabets or non-zero stray bits
 */
export function fromBase64(text: string): Uint8Array {
  if (typeof text !== 'string' || text.length % 4 !== 0) throw refusal();
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let offset = 0;
  for (let i = 0; i < text.length; i += 4) {
    const group = valueAt(text, i, 18) | valueAt(text, i + 1, 12) | valueAt(text, i + 2, 6) | valueAt(text, i + 3, 0);
    for (let shift = 16; shift >= 0 && offset < bytes.length; shift -= 8) bytes[offset++] = (group >> shift) & 255;
  }
  // One comparison finds every deviation, because characters outside the alphabet decode as zero bits.
  if (toBase64(bytes) !== text) throw refusal();
  return bytes;
}

function valueAt(text: string, position: number, shift: number): number {
  return (VALUES.get(text.charAt(position)) ?? 0) << shift;
}

function refusal(): ProofError {
  return new ProofError('encoding_invalid', 'The text is not canonical base64.');
}
