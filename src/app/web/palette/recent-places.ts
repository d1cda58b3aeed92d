import { z } from 'zod';

/** A search result of a domain, as plain data. */
const Place = z.object({
  domain: z.string(),
  key: z.string(),
  kind: z.string(),
  title: z.string(),
  detail: z.string().optional(),
  id: z.string().optional(),
  to: z.string(),
  params: z.record(z.string(), z.string()).optional(),
  search: z.record(z.string(), z.string()).optional(),
});
export type Place = z.infer<typeof Place>;

const storedMax = 6;

export type RecentPlaces = {
  /** Returns the places last opened, newest first, or none if they cannot be read. */
  read(): readonly Place[];
  /** Puts a place first and drops all but the six newest. */
  remember(place: Place): void;
  forget(): void;
};

/**
 * Returns the recent places of an account on this device, which no other account sees. Those of a visitor last as long as
 * the tab.
 */
export function recentPlacesOf(accountId: string | undefined): RecentPlaces {
  const key = `recent-places:${accountId ?? 'visitor'}`;
  const store = () => (accountId === undefined ? sessionStorage : localStorage);
  const read = () => {
    try {
      return z
        .array(Place)
        .max(storedMax)
        .parse(JSON.parse(store().getItem(key) ?? '[]'));
    } catch {
      return [];
    }
  };
  const write = (places: readonly Place[]) => {
    try {
      store().setItem(key, JSON.stringify(places));
    } catch {
      // Without storage there are no recent places.
    }
  };
  return {
    read,
    remember: (place) => write([place, ...read().filter((other) => other.key !== place.key)].slice(0, storedMax)),
    forget: () => write([]),
  };
}
