import { useSyncExternalStore } from 'react';

const storageKey = 'single-keys';
const listeners = new Set<() => void>();

/** Whether shortcuts of a single character are on. They can be turned off, for speech input and shaky hands (WCAG 2.1.4). */
export function singleKeysAreOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

/** The same, for a screen; and how to choose. The choice is kept. */
export function useSingleKeys(): { on: boolean; choose: (on: boolean) => void } {
  return { on: useSyncExternalStore(subscribe, singleKeysAreOn), choose };
}

function choose(on: boolean): void {
  try {
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // Without storage they stay on.
  }
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
