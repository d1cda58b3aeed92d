import type { FieldError } from '#platform/contract/errors.ts';

/** Deep enough for any record, and far from exhausting the stack of anything that walks it recursively. */
const DEPTH_MAX = 100;

/**
 * Returns the first part of a parsed request that no schema, database or ledger could accept: excessive nesting, the
 * character U+0000 (PostgreSQL's text has none), or lone surrogates (they have no UTF-8). Walks without recursion, so the
 * deepest input costs no more than its length.
 */
export function findUnacceptable(part: FieldError['in'], root: unknown): FieldError | undefined {
  const pending = [{ value: root, pointer: '', depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, pointer, depth } = next;
    const message = typeof value === 'string' ? faultOfText(value) : undefined;
    if (message !== undefined) return { in: part, pointer, message };
    if (typeof value !== 'object' || value === null) continue;
    if (depth === DEPTH_MAX)
      return { in: part, pointer: '', message: `must not be nested deeper than ${DEPTH_MAX} levels` };
    for (const [key, inner] of Object.entries(value)) {
      const fault = faultOfText(key);
      if (fault !== undefined) return { in: part, pointer, message: `has a field whose name ${fault}` };
      pending.push({ value: inner, pointer: `${pointer}/${escapeStep(key)}`, depth: depth + 1 });
    }
  }
  return undefined;
}

function faultOfText(text: string): string | undefined {
  if (text.includes('\u0000')) return 'must not contain the character U+0000';
  return text.isWellFormed() ? undefined : 'must not contain a lone surrogate';
}

const escapeStep = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
