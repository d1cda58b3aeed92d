import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { readToken } from '#platform/web/token-store.ts';

export type SignInMode = 'sign in' | 'create account';
type AfterCreation = (queryClient: QueryClient) => void;

const askedKey = 'ask-to-sign-in';

let asked: SignInMode | null = takeKept();
let afterCreation: AfterCreation | undefined;
const listeners = new Set<() => void>();

/**
 * Opens the sign-in dialog over the current page, where the user continues after signing in. `onCreated` runs once if an account is
 * created in it, and not for one that signs in.
 */
export function askToSignIn(mode: SignInMode = 'sign in', onCreated?: AfterCreation): void {
  afterCreation = onCreated;
  set(mode);
}

/** Returns the callback for the creation of an account, once. */
export function takeAfterCreation(): AfterCreation | undefined {
  const taken = afterCreation;
  afterCreation = undefined;
  return taken;
}

/**
 * Reloads the page and opens the dialog over it, like the guard's button. If another tab has signed in meanwhile,
 * the page appears instead.
 */
export function reloadToSignIn(): void {
  try {
    sessionStorage.setItem(askedKey, 'yes');
  } catch {
    // Without storage, the reloaded page cannot know that the dialog was requested.
    askToSignIn();
    return;
  }
  window.location.reload();
}

export function endSignIn(): void {
  afterCreation = undefined;
  set(null);
}

/** Returns the mode of the requested dialog, or null. */
export function useSignInRequest(): SignInMode | null {
  return useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  );
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
