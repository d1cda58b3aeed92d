import type { FieldError } from '#platform/contract/errors.ts';
import { fieldName } from '#platform/contract/explain-issue.ts';
import { findDuplicateKey } from './duplicate-keys.ts';

/** Deep enough for any record, and too shallow to exhaust the stack of a recursive function. */
const DEPTH_MAX = 100;

/**
 * Returns the first part of a parsed request that no schema, database or ledger could accept: excessive nesting, the
 * character U+0000 (PostgreSQL's text has none), or lone surrogates (they have no UTF-8). Walks without recursion, so the
 * deepest input costs no more than its length. With the `text` of the JSON that was parsed, also the first name that an object has twice.
 */
export function findUnacceptable(part: FieldError['in'], root: unknown, text?: string): FieldError | undefined {
  // In JSON text, only an escape can contain these characters. Most bodies therefore need no paths, which take most of
  // the time.
  const members = text === undefined || text.includes('\\u') ? undefined : countMembers(root);
  const found = members ?? findFault(part, root);
  if (typeof found !== 'number') return found;
  const twice = text === undefined ? undefined : findDuplicateKey(text, found);
  return twice === undefined ? undefined : refusal(part, twice, 'must be given only once');
}

/** Returns how many members the objects of a value have, or undefined if it is nested too deeply. */
function countMembers(root: unknown): number | undefined {
  let members = 0;
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    const inner: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (depth === DEPTH_MAX) return undefined;
      const values: unknown[] = Array.isArray(value) ? value : Object.values(value);
      if (!Array.isArray(value)) members += values.length;
      for (const one of values) if (typeof one === 'object' && one !== null) inner.push(one);
    }
    level = inner;
  }
  return members;
}

/** Returns the first fault, or how many members the objects have if there is none. */
function findFault(part: FieldError['in'], root: unknown): FieldError | number {
  let members = 0;
  const pending = [{ value: root, pointer: '', depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, pointer, depth } = next;
    const fault = typeof value === 'string' ? faultOfText(value) : undefined;
    if (fault !== undefined) return refusal(part, pointer, `must not contain ${fault}`);
    if (typeof value !== 'object' || value === null) continue;
    if (depth === DEPTH_MAX) return refusal(part, '', `must not be nested deeper than ${DEPTH_MAX} levels`);
    const entries = Object.entries(value);
    if (!Array.isArray(value)) members += entries.length;
    for (const [key, inner] of entries) {
      const inKey = faultOfText(key);
      if (inKey !== undefined) return refusal(part, pointer, `must not have a field whose name contains ${inKey}`);
      pending.push({ value: inner, pointer: `${pointer}/${escapeStep(key)}`, depth: depth + 1 });
    }
  }
  return members;
}

function faultOfText(text: string): string | undefined {
  if (text.includes('\u0000')) return 'the character U+0000';
  return text.isWellFormed() ? undefined : 'a lone surrogate';
}

function refusal(part: FieldError['in'], pointer: string, what: string): FieldError {
  const path = pointer.split('/').slice(1).map(unescapeStep);
  return { in: part, pointer, message: `${fieldName(part, path)} ${what}` };
}

const unescapeStep = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');
const escapeStep = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
