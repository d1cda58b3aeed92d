import { ProofError } from './proof-error.ts';

/** A JSON value. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Options of `canonicalJson`. */
export interface CanonicalJsonOptions {
  /**
   * Allows integers beyond ±(2^53 - 1), as RFC 8785 itself does. Default: false. I-JSON readers disagree about such
   * numbers, so two programs could show different values for one hash.
   */
  readonly allowUnsafeIntegers?: boolean;
}

/** The maximum nesting depth: enough for any record, and too shallow to exhaust the stack of any browser. */
export const JSON_DEPTH_MAX = 500;

/**
 * Returns the canonical text of a JSON value: equal values have equal texts, and the text parses back to the value.
 * Sorts keys by UTF-16 code units, writes numbers as ECMAScript does, and adds no white space (RFC 8785).
 * Rejects, instead of silently changing, `undefined`, functions, symbols, bigint, NaN, infinities, integers beyond
 * 2^53 - 1 (I-JSON, RFC 7493), lone surrogates, array holes, class instances, cycles and nesting over `JSON_DEPTH_MAX`.
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
 * Parses JSON text that is already canonical. Rejects duplicate keys, white space and other number forms.
 * @throws ProofError `json_invalid` if it is not I-JSON, `json_not_canonical` if the bytes differ from RFC 8785
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
  // Also stops at a cyclic structure.
  if (depth > JSON_DEPTH_MAX) throw invalid('is nested too deeply');
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return serializeNumber(value, unsafeIntegers);
  if (typeof value === 'string') return serializeString(value);
  if (typeof value !== 'object') throw invalid(`contains a value of type ${typeof value}`);
  if (Array.isArray(value)) {
    // By index, because `map` skips holes.
    return `[${Array.from({ length: value.length }, (_, i) => serialize(value[i], unsafeIntegers, depth + 1)).join(',')}]`;
  }
  return serializeObject(value, unsafeIntegers, depth);
}

function serializeNumber(value: number, unsafeIntegers: boolean): string {
  if (!Number.isFinite(value)) throw invalid('contains a number that is not finite');
  if (!unsafeIntegers && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw invalid('contains an integer beyond 2^53 - 1');
  }
  return String(value);
}

function serializeString(value: string): string {
  if (!value.isWellFormed()) throw invalid('contains a lone surrogate');
  // For well-formed text ECMAScript's escapes are exactly those of RFC 8785 section 3.2.2.2.
  return JSON.stringify(value);
}

function serializeObject(value: object, unsafeIntegers: boolean, depth: number): string {
  const prototype = Object.getPrototypeOf(value);
  // A Date or a Map would otherwise become `{}`. Plain objects of another realm are allowed.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw invalid('contains an instance of a class');
  if (Object.getOwnPropertySymbols(value).length > 0) throw invalid('has a symbol as a key');
  const record = value as Record<string, unknown>;
  // Without a comparator `sort` compares UTF-16 code units, as RFC 8785 section 3.2.3 requires.
  const members = Object.keys(record)
    .sort()
    .map((key) => `${serializeString(key)}:${serialize(record[key], unsafeIntegers, depth + 1)}`);
  return `{${members.join(',')}}`;
}

function invalid(what: string, cause?: unknown): ProofError {
  return new ProofError('json_invalid', `The value ${what}.`, { cause });
}
