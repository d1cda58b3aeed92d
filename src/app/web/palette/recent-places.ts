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

const storageKey = 'recent-places';
const stored = 6;

/** Returns the places last opened in this browser, newest first, or none if they cannot be read. */
export function readRecentPlaces(): readonly Place[] {
  try {
    return z
      .array(Place)
      .max(stored)
      .parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'));
  } catch {
    return [];
  }
}

/** Puts a place first and drops all but the six newest. */
export function rememberPlace(place: Place): void {
  const others = readRecentPlaces().filter((other) => other.key !== place.key);
  write([place, ...others].slice(0, stored));
}

export const forgetPlaces = (): void => write([]);

function write(places: readonly Place[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(places));
  } catch {
    // Without storage there are no recent places.
  }
}
