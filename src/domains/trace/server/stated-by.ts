import { readOutlines } from '#domains/ledger/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { EVENT_OUTLINE } from './event-content.ts';

/** Events whose whole metadata one request compares. They may have 48 KiB each. */
export const STATING_MAX = 2000;
const PAGE = 100;
/** Fields of metadata that have filters of their own. */
const LABELS = new Set(['name', 'category', 'batch', 'location', 'coordinates', 'timestamp', 'to', 'inputs']);

/** Returns which of these blocks state a text: one field of their metadata, by its name and value, has every word of it. */
export async function findStating(db: Database, indexes: readonly number[], text: string): Promise<Set<number>> {
  const words = wordsOf(text);
  const found = new Set<number>();
  for (let from = 0; from < Math.min(indexes.length, STATING_MAX) && words.length > 0; from += PAGE) {
    const page = indexes.slice(from, from + PAGE);
    const outline = { limit: page.length, order: 'newest', withText: true } as const;
    for (const { index, insideText } of await readOutlines(db, { indexes: page }, outline, EVENT_OUTLINE))
      if (states(insideText, words)) found.add(index);
  }
  return found;
}

function states(json: string, words: readonly string[]): boolean {
  const whole = plain(json);
  // Most events are told apart without parsing them.
  if (!words.every((word) => whole.includes(word))) return false;
  return Object.entries(JSON.parse(json) as Record<string, unknown>).some(([key, value]) => {
    if (LABELS.has(key) || !['string', 'number', 'boolean'].includes(typeof value)) return false;
    const stated = new Set(wordsOf(`${key} ${String(value)}`));
    return words.every((word) => stated.has(word));
  });
}

const wordsOf = (text: string): readonly string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Normalizes case and accents. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
