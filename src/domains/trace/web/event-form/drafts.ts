import { z } from 'zod';
import { EventValues } from './event-values.ts';

const Draft = z.object({ id: z.string(), savedAt: z.number(), values: EventValues });
export type Draft = z.infer<typeof Draft>;
const Kept = z.object({ drafts: z.array(Draft).catch([]), open: EventValues.nullable().catch(null) });
type Kept = z.infer<typeof Kept>;
type TextStore = Pick<Storage, 'getItem' | 'setItem'>;

const draftsMax = 20;

/** One account's drafts, and the form as it was left; kept in this browser, the newest draft first. */
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
    /** False where the browser keeps nothing: then say so, and do not pretend. */
    save(values: EventValues, now: number): boolean {
      const kept = read();
      const draft = { id: `${now}-${kept.drafts.length}`, savedAt: now, values };
      return write({ ...kept, drafts: [draft, ...kept.drafts].slice(0, draftsMax) });
    },
    remove(id: string): void {
      const kept = read();
      write({ ...kept, drafts: kept.drafts.filter((draft) => draft.id !== id) });
    },
    open: () => read().open,
    keepOpen: (values: EventValues | null) => void write({ ...read(), open: values }),
  };
}

/** What a draft is about, in a line. */
export function draftTitle({ values }: Draft): string {
  const parts = [values.assetId || values.name, values.action.replaceAll('_', ' '), values.location];
  return parts.filter((part) => part !== '').join(' · ') || 'Without a name';
}
