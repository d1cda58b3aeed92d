import { z } from 'zod';
import { User } from '#domains/participants/contract.ts';

const storageKey = 'session-user';
const Remembered = z.object({ tokenEnd: z.string(), user: User });

/**
 * Whose session the kept token is, as the server last said, so that a page need not wait and then move; undefined when that
 * is not known. The e-mail address is left out: it is nobody's business who looks into this browser later.
 */
export function rememberedUser(token: string): User | undefined {
  try {
    const kept = Remembered.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    return kept.success && kept.data.tokenEnd === endOf(token) ? kept.data.user : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers whose session it is; null forgets. Does nothing where the browser keeps nothing. */
export function rememberUser(token: string | null, user: User | null): void {
  try {
    if (token === null || user === null) localStorage.removeItem(storageKey);
    else {
      const { email: _, ...rest } = user;
      localStorage.setItem(storageKey, JSON.stringify({ tokenEnd: endOf(token), user: rest }));
    }
  } catch {
    // Said above.
  }
}

/** Enough to tell one session from another, and nothing to sign in with. */
const endOf = (token: string) => token.slice(-6);
