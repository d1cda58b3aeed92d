import { z } from 'zod';

const Given = z.object({
  user: z.string().max(64),
  location: z.string().max(300),
  coordinates: z.string().max(60).default(''),
  uom: z.string().max(10).default(''),
});
/** What every event of an account on this device begins with. */
export type Defaults = z.infer<typeof Given>;
const Last = Given.extend({ action: z.string().max(64) });
/** What the last event said, but for its asset. */
export type LastEvent = z.infer<typeof Last>;
const Kept = z.object({
  defaults: Given.nullable().catch(null),
  last: Last.nullable().catch(null),
  review: z.boolean().catch(false),
});
type Kept = z.infer<typeof Kept>;

/** How one account likes to record on this device: defaults, the last event, and whether to review before sending. */
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
    /** Does nothing where the browser keeps nothing: it is a convenience, and the form works without. */
    keep(change: Partial<Kept>): void {
      try {
        store.setItem(key, JSON.stringify({ ...read(), ...change }));
      } catch {
        // Said above.
      }
    },
  };
}
