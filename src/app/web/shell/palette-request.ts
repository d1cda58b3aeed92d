import { useSyncExternalStore } from 'react';

export type PaletteRequest = 'search' | 'shortcuts';

let asked: PaletteRequest | null = null;
const listeners = new Set<() => void>();

/** Opens the command palette, or the sheet of keyboard shortcuts, over the current screen; null closes it. */
export function askForPalette(what: PaletteRequest | null): void {
  asked = what;
  for (const listener of [...listeners]) listener();
}

/** Returns the open overlay, or null. */
export function usePaletteRequest(): PaletteRequest | null {
  return useSyncExternalStore(subscribe, read, read);
}

const read = () => asked;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
