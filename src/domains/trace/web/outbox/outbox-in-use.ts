import { useSyncExternalStore } from 'react';

const storageKey = 'outbox-in-use';
const listeners = new Set<() => void>();
let memory = false;

/** Reports whether events may be waiting on this device. Otherwise the page does not load the outbox. */
export function useOutboxInUse(): boolean {
  return useSyncExternalStore(subscribe, read, () => false);
}

export function setOutboxInUse(used: boolean): void {
  memory = used;
  try {
    if (used) localStorage.setItem(storageKey, 'yes');
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage, only this page has the information.
  }
  for (const listener of [...listeners]) listener();
}

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null || memory;
  } catch {
    return memory;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
