import { useSyncExternalStore } from 'react';

const storageKey = 'single-keys';
const listeners = new Set<() => void>();

/** Reports whether single-character shortcuts are on. WCAG 2.1.4 requires an off switch, for speech input and tremor. */
export function singleKeysAreOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

/** Returns the setting and its setter for a screen. The choice is stored. */
export function useSingleKeys(): { on: boolean; choose: (on: boolean) => void } {
  return { on: useSyncExternalStore(subscribe, singleKeysAreOn, () => true), choose };
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
