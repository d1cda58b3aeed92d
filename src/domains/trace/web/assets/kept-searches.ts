import { z } from 'zod';
import { AssetsSearch } from './assets-search.ts';
import { relationIn, relationTitle } from './participant-relation.ts';

const Saved = z.object({ name: z.string().min(1).max(80), search: AssetsSearch });
export type SavedSearch = z.infer<typeof Saved>;
const Kept = z.object({
  recent: z.array(z.string()).catch([]),
  saved: z.array(Saved).catch([]),
});
type Kept = z.infer<typeof Kept>;
type TextStore = Pick<Storage, 'getItem' | 'setItem'>;

export const RECENT_MAX = 10;
export const SAVED_MAX = 20;
const RECENT_LENGTH_MIN = 2;

/** An account's recent and saved searches, newest first, stored in this browser. */
export function keptSearchesOf(accountId: string, store: TextStore = localStorage) {
  const key = `asset-searches:v1:${accountId}`;
  const read = (): Kept => {
    try {
      return Kept.parse(JSON.parse(store.getItem(key) ?? '{}'));
    } catch {
      return { recent: [], saved: [] };
    }
  };
  const write = (kept: Kept): Kept => {
    try {
      store.setItem(key, JSON.stringify(kept));
    } catch {
      // Without storage they last as long as the page.
    }
    return kept;
  };
  return {
    read,
    remember(text: string): Kept {
      const kept = read();
      const words = text.trim();
      if (words.length < RECENT_LENGTH_MIN) return kept;
      const others = kept.recent.filter((one) => one.toLowerCase() !== words.toLowerCase());
      return write({ ...kept, recent: [words, ...others].slice(0, RECENT_MAX) });
    },
    forget: (): Kept => write({ ...read(), recent: [] }),
    /** Replaces a search of the same name. The oldest is dropped when there are too many. */
    save(name: string, search: AssetsSearch): Kept {
      const kept = read();
      const others = kept.saved.filter((one) => one.name !== name);
      const { action: _, page: __, ...lasting } = search;
      return write({ ...kept, saved: [{ name, search: lasting }, ...others].slice(0, SAVED_MAX) });
    },
    remove(name: string): Kept {
      const kept = read();
      return write({ ...kept, saved: kept.saved.filter((one) => one.name !== name) });
    },
  };
}

/** Returns a one-line title for a search, offered as its name. */
export function searchTitle(filter: AssetsSearch): string {
  const { search, category, status, batch, sortBy } = filter;
  const related = relationIn(filter);
  const parts = [
    search && `“${search}”`,
    category,
    status,
    batch && `batch ${batch}`,
    related && relationTitle(related.relation, related.username, undefined),
    sortBy && `by ${sortBy}`,
  ];
  return parts.filter(Boolean).join(' · ') || 'All assets';
}
