import { ProofError } from './proof-error.ts';

/** A value that JSON can hold. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Settings of `canonicalJson`. */
export interface CanonicalJsonOptions {
  /**
   * Lets integers beyond ±(2^53 - 1) through, as RFC 8785 itself does. Default false: I-JSON readers disagree about
   * such numbers, so two programs could show different values for one hash.
   */
  readonly allowUnsafeIntegers?: boolean;
}

/** The deepest nesting accepted: enough for any record, and far from the stack's end in every browser. */
export const JSON_DEPTH_MAX = 500;

/**
 * Gives the one canonical text of a JSON value: equal values give equal text, and the text parses back to the value.
 * Keys are sorted by UTF-16 code units, numbers written as ECMAScript does, without white space (RFC 8785).
 * Refused instead of silently changed: `undefined`, functions, symbols, bigint, NaN, infinities, integers beyond
 * 2^53 - 1 (I-JSON, RFC 7493), lone surrogates, holes in arrays, instances of classes, cycles and nesting over
 * `JSON_DEPTH_MAX`.
 * @throws ProofError `json_invalid`
 */
export function canonicalJson(value: unknown, options: CanonicalJsonOptions = {}): string {
  try {
    return serialize(value, options.allowUnsafeIntegers ?? false, 0);
  } catch (cause) {
    if (cause instanceof ProofError) throw cause;
    // A getter or a proxy may throw anything.
    throw invalid('cannot be read', cause);
  }
}

/**
 * Parses JSON text that is already canonical, and refuses any other: duplicate keys, white space, other number forms.
 * @throws ProofError `json_invalid` when it is not I-JSON, `json_not_canonical` when the bytes differ from RFC 8785.
 */
export function parseCanonicalJson(text: string): JsonValue {
  const value = parseJson(text);
  if (canonicalJson(value) !== text) {
    throw new ProofError('json_not_canonical', 'The JSON text is not in its canonical form (RFC 8785).');
  }
  return value;
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid('is not JSON', cause);
  }
}

function serialize(value: unknown, unsafeIntegers: boolean, depth: number): string {
  // Also ends a cyclic structure.
  if (depth > JSON_DEPTH_MAX) throw invalid('is nested too deeply');
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return serializeNumber(value, unsafeIntegers);
  if (typeof value === 'string') return serializeString(value);
  if (typeof value !== 'object') throw invalid(`holds a value of type ${typeof value}`);
  if (Array.isArray(value)) {
    // By index, because `map` skips holes.
    return `[${Array.from({ length: value.length }, (_, i) => serialize(value[i], unsafeIntegers, depth + 1)).join(',')}]`;
  }
  return serializeObject(value, unsafeIntegers, depth);
}

function serializeNumber(value: number, unsafeIntegers: boolean): string {
  if (!Number.isFinite(value)) throw invalid('holds a number that is not finite');
  if (!unsafeIntegers && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw invalid('holds an integer beyond 2^53 - 1');
  }
  return String(value);
}

function serializeString(value: string): string {
  if (!value.isWellFormed()) throw invalid('holds a lone surrogate');
  // For well-formed text ECMAScript's escapes are exactly those of RFC 8785 section 3.2.2.2.
  return JSON.stringify(value);
}

function serializeObject(value: object, unsafeIntegers: boolean, depth: number): string {
  const prototype = Object.getPrototypeOf(value);
  // A Date or a Map would otherwise become `{}`. Plain objects of another realm are plain as well.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw invalid('holds an instance of a class');
  if (Object.getOwnPropertySymbols(value).length > 0) throw invalid('has a symbol as a key');
  const record = value as Record<string, unknown>;
  // Without a comparator `sort` compares UTF-16 code units, as RFC 8785 section 3.2.3 asks.
  const members = Object.keys(record)
    .sort()
    .map((key) => `${serializeString(key)}:${serialize(record[key], unsafeIntegers, depth + 1)}`);
  return `{${members.join(',')}}`;
}

function invalid(what: string, cause?: unknown): ProofError {
  return new ProofError('json_invalid', `The value ${what}.`, { cause });
}
