import { canonicalJson, parseCanonicalJson } from '@cairn/ledger-proof';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const ZERO = 0x30;
const NINE = 0x39;
const MINUS = 0x2d;
const POINT = 0x2e;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
/** The characters that may follow a backslash in canonical text, except for `\u00xx`: `" \ b f n r t`. */
const ESCAPED = new Set([0x22, 0x5c, 0x62, 0x66, 0x6e, 0x72, 0x74]);
const LITERALS = ['true', 'false', 'null'].map((text) => Buffer.from(text));
/** Decimals of up to 15 digits are their own shortest form (IEEE 754 doubles keep 15). */
const DIGITS_MAX = 15;
const DEPTH_MAX = 16;
const UNSURE = -1;

/**
 * Reports whether these bytes are a JSON object in canonical form (RFC 8785): no white space, sorted keys, none twice,
 * strings and numbers in their only allowed spelling. A verifier elsewhere serializes a block again before hashing it,
 * and would reject the log for any other spelling.
 */
export const isCanonicalObject = (bytes: Buffer, start: number, end: number): boolean =>
  isSurelyCanonical(bytes, start, end) || isReserializedAlike(bytes.toString('utf8', start, end));

/**
 * Reports canonical form in one pass over the bytes. False also if the pass is inconclusive, which is rare in blocks.
 */
export const isSurelyCanonical = (bytes: Uint8Array, start: number, end: number): boolean =>
  bytes[start] === OPEN_BRACE && skipObject(bytes, start, 0) === end;

function isReserializedAlike(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    return canonicalJson(parseCanonicalJson(text)) === text;
  } catch {
    return false;
  }
}

/**
 * Each returns the end of the value, or `UNSURE`. Reading past the end returns undefined, which no comparison accepts.
 */
function skipValue(bytes: Uint8Array, at: number, depth: number): number {
  const first = bytes[at] as number;
  if (first === QUOTE) return skipString(bytes, at);
  if (first === MINUS || (first >= ZERO && first <= NINE)) return skipNumber(bytes, at);
  if (depth > DEPTH_MAX) return UNSURE;
  if (first === OPEN_BRACE) return skipObject(bytes, at, depth);
  if (first === OPEN_BRACKET) return skipArray(bytes, at, depth);
  for (const literal of LITERALS) if (literal.every((byte, n) => bytes[at + n] === byte)) return at + literal.length;
  return UNSURE;
}

function skipObject(bytes: Uint8Array, start: number, depth: number): number {
  let at = start + 1;
  if (bytes[at] === CLOSE_BRACE) return at + 1;
  let keyStart = UNSURE;
  let keyEnd = UNSURE;
  for (;;) {
    if (bytes[at] !== QUOTE) return UNSURE;
    const end = skipKey(bytes, at);
    if (end === UNSURE || (keyStart !== UNSURE && !isBefore(bytes, keyStart, keyEnd, at, end))) return UNSURE;
    keyStart = at;
    keyEnd = end;
    if (bytes[end] !== COLON) return UNSURE;
    at = skipValue(bytes, end + 1, depth + 1);
    if (at === UNSURE) return UNSURE;
    if (bytes[at] === CLOSE_BRACE) return at + 1;
    if (bytes[at] !== COMMA) return UNSURE;
    at += 1;
  }
}

function skipArray(bytes: Uint8Array, start: number, depth: number): number {
  let at = start + 1;
  if (bytes[at] === CLOSE_BRACKET) return at + 1;
  for (;;) {
    at = skipValue(bytes, at, depth + 1);
    if (at === UNSURE) return UNSURE;
    if (bytes[at] === CLOSE_BRACKET) return at + 1;
    if (bytes[at] !== COMMA) return UNSURE;
    at += 1;
  }
}

function skipString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) return at + 1;
    if (byte < 0x20) return UNSURE;
    if (byte === BACKSLASH && !ESCAPED.has(bytes[++at] as number)) return UNSURE;
  }
  return UNSURE;
}

/** Keys are sorted by UTF-16 units, which is the order of their bytes only for plain ASCII. */
function skipKey(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) return at + 1;
    if (byte < 0x20 || byte >= 0x80 || byte === BACKSLASH) return UNSURE;
  }
  return UNSURE;
}

/** Reports whether the first key sorts before the second one. Both include their quotes; a prefix sorts first. */
function isBefore(bytes: Uint8Array, start: number, end: number, otherStart: number, otherEnd: number): boolean {
  const length = end - 1 - start;
  const otherLength = otherEnd - 1 - otherStart;
  for (let n = 1; n < length && n < otherLength; n++) {
    const difference = (bytes[start + n] as number) - (bytes[otherStart + n] as number);
    if (difference !== 0) return difference < 0;
  }
  return length < otherLength;
}

function skipNumber(bytes: Uint8Array, start: number): number {
  let at = bytes[start] === MINUS ? start + 1 : start;
  const whole = at;
  while (isDigit(bytes[at])) at += 1;
  const wholeDigits = at - whole;
  // No leading zeros, and no negative zero.
  if (wholeDigits === 0 || (bytes[whole] === ZERO && (wholeDigits > 1 || whole > start))) return UNSURE;
  let digits = wholeDigits;
  if (bytes[at] === POINT) {
    const fraction = at + 1;
    at = fraction;
    while (isDigit(bytes[at])) at += 1;
    if (at === fraction || bytes[at - 1] === ZERO) return UNSURE;
    // Below one millionth, the canonical form has an exponent.
    if (bytes[whole] === ZERO && at - fraction > 6) return UNSURE;
    digits += at - fraction;
  }
  return digits > DIGITS_MAX || bytes[at] === 0x65 || bytes[at] === 0x45 ? UNSURE : at;
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= NINE;
