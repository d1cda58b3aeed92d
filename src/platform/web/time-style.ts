import { useSyncExternalStore } from 'react';

/** How the reader wants instants displayed: relative or absolute. */
export type TimeStyle = 'relative' | 'exact';

const storageKey = 'time-style';
const listeners = new Set<() => void>();

/** Returns the reader's choice, which is stored on this device and applies to every open tab. */
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
    // Without storage the choice lasts until the page closes.
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
