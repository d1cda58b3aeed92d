import { z } from 'zod';
import { EventValues } from './event-values.ts';

const Draft = z.object({ id: z.string(), savedAt: z.number(), values: EventValues });
export type Draft = z.infer<typeof Draft>;
const Kept = z.object({ drafts: z.array(Draft).catch([]), open: EventValues.nullable().catch(null) });
type Kept = z.infer<typeof Kept>;
type TextStore = Pick<Storage, 'getItem' | 'setItem'>;

const draftsMax = 20;

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
    /** Saves a draft. Returns false without browser storage, so that the caller can report it. */
    save(values: EventValues, now: number): boolean {
      const kept = read();
      const draft = { id: `${now}-${kept.drafts.length}`, savedAt: now, values };
      return write({ ...kept, drafts: [draft, ...kept.drafts].slice(0, draftsMax) });
    },
    /** Moves the unfinished form to the drafts, in one write, unless it has changed. Reports whether it did. */
    putAside(values: EventValues, now: number): boolean {
      const { drafts, open } = read();
      if (JSON.stringify(open) !== JSON.stringify(values)) return false;
      const draft = { id: `${now}-${drafts.length}`, savedAt: now, values };
      return write({ drafts: [draft, ...drafts].slice(0, draftsMax), open: null });
    },
    remove(id: string): void {
      const kept = read();
      write({ ...kept, drafts: kept.drafts.filter((draft) => draft.id !== id) });
    },
    open: () => read().open,
    keepOpen: (values: EventValues | null) => void write({ ...read(), open: values }),
  };
}

/** Returns a one-line title for a draft. */
export function draftTitle({ values }: Pick<Draft, 'values'>): string {
  const parts = [values.assetId || values.name, values.action.replaceAll('_', ' '), values.location];
  return parts.filter((part) => part !== '').join(' · ') || 'Untitled';
}
