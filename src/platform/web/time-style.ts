import { useSyncExternalStore } from 'react';

/** How the reader wants instants to be told: how long ago, or when. */
export type TimeStyle = 'relative' | 'exact';

const storageKey = 'time-style';
const listeners = new Set<() => void>();

/** The reader's choice, kept on this device and followed by every open tab. */
export function useTimeStyle(): { timeStyle: TimeStyle; choose: (style: TimeStyle) => void } {
  const timeStyle = useSyncExternalStore(subscribe, current, () => 'relative' as const);
  return { timeStyle, choose };
}

let chosen: TimeStyle | undefined;

function current(): TimeStyle {
  chosen ??= read();
  return chosen;
}

function read(): TimeStyle {
  try {
    return localStorage.getItem(storageKey) === 'exact' ? 'exact' : 'relative';
  } catch {
    return 'relative';
  }
}

function choose(style: TimeStyle): void {
  chosen = style;
  try {
    localStorage.setItem(storageKey, style);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== storageKey) return;
    chosen = undefined;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
