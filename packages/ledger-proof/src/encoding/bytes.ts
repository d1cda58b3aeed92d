import { ProofError } from '../proof-error.ts';

const encoder = new TextEncoder();
// Without ignoreBOM a leading U+FEFF is dropped, and two different byte strings would decode to one text.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reports whether the value is a `Uint8Array` of any realm, such as a frame or a test environment. */
export function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === '[object Uint8Array]';
}

/** Reports whether both contain the same bytes. Not constant-time: everything compared here is public. */
export function bytesEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Joins byte strings into a new one. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Encodes text as UTF-8. Rejects lone surrogates, which the platform would silently turn into U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  if (typeof text !== 'string' || !text.isWellFormed()) {
    throw new ProofError('encoding_invalid', 'The text contains a lone surrogate.');
  }
  return encoder.encode(text);
}

/** Decodes UTF-8 so that encoding the text again returns the same bytes. Rejects anything else. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new ProofError('encoding_invalid', 'The bytes are not valid UTF-8.', { cause });
  }
}
