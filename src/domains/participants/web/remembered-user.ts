import { z } from 'zod';
import { User } from '#domains/participants/contract.ts';

const storageKey = 'session-user';
const Remembered = z.object({ tokenEnd: z.string(), user: User });

/**
 * Returns the cached user of the stored token, so that the page renders without waiting or shifting; undefined if
 * unknown. The cache omits the e-mail address, because others may use this browser later.
 */
export function rememberedUser(token: string): User | undefined {
  try {
    const kept = Remembered.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    return kept.success && kept.data.tokenEnd === endOf(token) ? kept.data.user : undefined;
  } catch {
    return undefined;
  }
}

/** Caches the user of the session; null clears it. Does nothing without browser storage. */
export function rememberUser(token: string | null, user: User | null): void {
  try {
    if (token === null || user === null) localStorage.removeItem(storageKey);
    else {
      const { email: _, ...rest } = user;
      localStorage.setItem(storageKey, JSON.stringify({ tokenEnd: endOf(token), user: rest }));
    }
  } catch {
    // Without storage, nothing is cached.
  }
}

/** Enough to distinguish sessions, but useless for signing in. */
const endOf = (token: string) => token.slice(-6);
