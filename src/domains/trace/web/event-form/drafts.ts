import { z } from 'zod';
import { EventValues } from './event-values.ts';

const Draft = z.object({ id: z.string(), savedAt: z.number(), values: EventValues });
export type Draft = z.infer<typeof Draft>;
const Kept = z.object({ drafts: z.array(Draft).catch([]), open: EventValues.nullable().catch(null) });
type Kept = z.infer<typeof Kept>;
type TextStore = Pick<Storage, 'getItem' | 'setItem'>;

export const DRAFTS_MAX = 20;
/** A form that is put aside has nowhere else to go, so it is kept beyond the limit of saved drafts. */
const PUT_ASIDE_MAX = 40;

/** An account's drafts and unfinished form, stored in this browser, newest draft first. */
export function draftsOf(accountId: string, store: TextStore = localStorage) {
  const key = `event-drafts:${accountId}`;
  const read = (): Kept => {
    try {
      return Kept.parse(JSON.parse(store.getItem(key) ?? '{}'));
    } catch {
      return { drafts: [], open: null };
    }
  };
  const write = (kept: Kept) => {
    try {
      store.setItem(key, JSON.stringify(kept));
      return true;
    } catch {
      return false;
    }
  };
  return {
    list: () => read().drafts,
    /** Saves a draft. Never drops another one: `full` and `blocked`, without browser storage, save nothing. */
    save(values: EventValues, now: number): 'saved' | 'full' | 'blocked' {
      const kept = read();
      if (kept.drafts.length >= DRAFTS_MAX) return 'full';
      const draft = { id: `${now}-${kept.drafts.length}`, savedAt: now, values };
      return write({ ...kept, drafts: [draft, ...kept.drafts] }) ? 'saved' : 'blocked';
    },
    /**
     * Moves the unfinished form to the drafts, in one write, unless it has changed. Returns the drafts now, and the oldest
     * one if it had to go; undefined if nothing was moved.
     */
    putAside(values: EventValues, now: number): { count: number; dropped: Draft | undefined } | undefined {
      const { drafts, open } = read();
      if (JSON.stringify(open) !== JSON.stringify(values)) return undefined;
      const all = [{ id: `${now}-${drafts.length}`, savedAt: now, values }, ...drafts];
      if (!write({ drafts: all.slice(0, PUT_ASIDE_MAX), open: null })) return undefined;
      return { count: Math.min(all.length, PUT_ASIDE_MAX), dropped: all[PUT_ASIDE_MAX] };
    },
    remove(id: string): void {
      const kept = read();
      write({ ...kept, drafts: kept.drafts.filter((draft) => draft.id !== id) });
    },
    /** Puts a removed draft back. */
    restore(draft: Draft): void {
      const kept = read();
      write({ ...kept, drafts: [draft, ...kept.drafts].toSorted((a, b) => b.savedAt - a.savedAt) });
    },
    open: () => read().open,
    keepOpen: (values: EventValues | null) => void write({ ...read(), open: values }),
  };
}

/** Returns a one-line title for a draft. */
export function draftTitle({ values }: Pick<Draft, 'values'>): string {
  const parts = [values.name, values.assetId, values.action.replaceAll('_', ' '), values.location];
  return parts.filter((part) => part !== '').join(' · ') || 'Untitled';
}
