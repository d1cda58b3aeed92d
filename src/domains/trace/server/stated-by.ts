import { readOutlines } from '#domains/ledger/server/index.ts';
import { EVENT_OUTLINE } from '#domains/trace/contract/journey/event-content.ts';
import type { Database } from '#platform/server/database/database.ts';

/** The most events whose metadata one request compares. Each may have 48 KiB. */
export const STATING_MAX = 2000;
const PAGE = 100;
/** Fields of metadata that have filters of their own. */
const LABELS = new Set(['name', 'category', 'batch', 'location', 'coordinates', 'timestamp', 'to', 'inputs']);

/** A field of an event's metadata. */
export type StatedField = { readonly field: string; readonly value: string };

/**
 * Returns which of these blocks state a text, with the field that does: its name and value have every word of it. The first one
 * counts if several do.
 */
export async function findStating(
  db: Database,
  indexes: readonly number[],
  text: string,
): Promise<Map<number, StatedField>> {
  const words = wordsOf(text);
  const found = new Map<number, StatedField>();
  for (let from = 0; from < Math.min(indexes.length, STATING_MAX) && words.length > 0; from += PAGE) {
    const page = indexes.slice(from, from + PAGE);
    const outline = { limit: page.length, order: 'newest', withText: true } as const;
    for (const { index, insideText } of await readOutlines(db, { indexes: page }, outline, EVENT_OUTLINE)) {
      const field = fieldStating(insideText, words);
      if (field !== undefined) found.set(index, field);
    }
  }
  return found;
}

function fieldStating(json: string, words: readonly string[]): StatedField | undefined {
  const whole = plain(json);
  // Most events are ruled out without parsing them.
  if (!words.every((word) => whole.includes(word))) return undefined;
  for (const [field, value] of Object.entries(JSON.parse(json) as Record<string, unknown>)) {
    if (LABELS.has(field) || !['string', 'number', 'boolean'].includes(typeof value)) continue;
    const stated = new Set(wordsOf(`${field} ${String(value)}`));
    if (words.every((word) => stated.has(word))) return { field, value: String(value) };
  }
  return undefined;
}

const wordsOf = (text: string): readonly string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Normalizes case and accents. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
