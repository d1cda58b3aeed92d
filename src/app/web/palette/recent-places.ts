import { z } from 'zod';
import { keyOf, Place } from './place.ts';

const storageKey = 'recent-places';
const kept = 6;

/** The places that were chosen last in this browser, the newest first. What cannot be read counts as none. */
export function readRecentPlaces(): readonly Place[] {
  try {
    return z
      .array(Place)
      .max(kept)
      .parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'));
  } catch {
    return [];
  }
}

/** Puts a place first; the oldest beyond six is forgotten. */
export function rememberPlace(place: Place): void {
  const others = readRecentPlaces().filter((other) => keyOf(other) !== keyOf(place));
  write([place, ...others].slice(0, kept));
}

export function forgetPlaces(): void {
  write([]);
}

function write(places: readonly Place[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(places));
  } catch {
    // Without storage nothing is remembered.
  }
}
