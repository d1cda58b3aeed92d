import { useSyncExternalStore } from 'react';
import { readToken } from '#platform/web/token-store.ts';

export type SignInMode = 'sign in' | 'create account';

const askedKey = 'ask-to-sign-in';

let asked: SignInMode | null = takeKept();
const listeners = new Set<() => void>();

/** Opens the sign-in dialog over whatever is on screen, which stays there: whoever signs in goes on where they were. */
export function askToSignIn(mode: SignInMode = 'sign in'): void {
  set(mode);
}

/**
 * Reads the page anew, and opens the dialog over it: what a guard's button does. Whoever has a session by then, from another
 * tab, sees the page itself.
 */
export function reloadToSignIn(): void {
  try {
    sessionStorage.setItem(askedKey, 'yes');
  } catch {
    // Without storage the reloaded page would not know what was asked.
    askToSignIn();
    return;
  }
  window.location.reload();
}

export function endSignIn(): void {
  set(null);
}

/** Which dialog is asked for, or null. */
export function useSignInRequest(): SignInMode | null {
  return useSyncExternalStore(subscribe, () => asked);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(mode: SignInMode | null): void {
  asked = mode;
  for (const listener of [...listeners]) listener();
}

function takeKept(): SignInMode | null {
  try {
    const kept = sessionStorage.getItem(askedKey) !== null;
    sessionStorage.removeItem(askedKey);
    return kept && readToken() === null ? 'sign in' : null;
  } catch {
    return null;
  }
}
