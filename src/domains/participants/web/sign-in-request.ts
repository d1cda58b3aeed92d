import { useSyncExternalStore } from 'react';

export type SignInMode = 'sign in' | 'create account';

let asked: SignInMode | null = null;
const listeners = new Set<() => void>();

/** Opens the sign-in dialog over whatever is on screen, which stays there: whoever signs in goes on where they were. */
export function askToSignIn(mode: SignInMode = 'sign in'): void {
  set(mode);
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
