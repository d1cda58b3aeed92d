import { z } from 'zod';

const Given = z.object({
  user: z.string().max(64),
  location: z.string().max(300),
  coordinates: z.string().max(60).default(''),
  uom: z.string().max(10).default(''),
});
/** Initial values of every event of an account on this device. */
export type Defaults = z.infer<typeof Given>;
const Last = Given.extend({ action: z.string().max(64) });
/** Values of the last event, except its asset. */
export type LastEvent = z.infer<typeof Last>;
const Kept = z.object({
  defaults: Given.nullable().catch(null),
  last: Last.nullable().catch(null),
  review: z.boolean().catch(false),
});
type Kept = z.infer<typeof Kept>;

/** An account's preferences on this device: defaults, the last event, and whether to review before sending. */
export function deviceDefaultsOf(accountId: string, store: Pick<Storage, 'getItem' | 'setItem'> = localStorage) {
  const key = `event-defaults:${accountId}`;
  const read = (): Kept => {
    try {
      return Kept.parse(JSON.parse(store.getItem(key) ?? '{}'));
    } catch {
      return { defaults: null, last: null, review: false };
    }
  };
  return {
    read,
    /** Does nothing without browser storage: the form works without it. */
    keep(change: Partial<Kept>): void {
      try {
        store.setItem(key, JSON.stringify({ ...read(), ...change }));
      } catch {
        // Without storage, nothing is stored.
      }
    },
  };
}
