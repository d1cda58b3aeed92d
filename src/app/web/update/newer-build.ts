import { useSyncExternalStore } from 'react';
import { readHeadNews } from '#domains/ledger/web/index.ts';

const listeners = new Set<() => void>();
let newer = false;

/** Records that a newer build than this page's is stored. */
export function noteNewerBuild(): void {
  newer = true;
  for (const listener of listeners) listener();
}

/** Reports whether a newer build than this page's is stored and answers the next page load. */
export const useNewerBuild = (): boolean => useSyncExternalStore(subscribe, hasNewerBuild, () => false);

/**
 * Reports whether opening another page may load it from the newer build. A document load clears memory, so it must not
 * happen while a dialog is open, or without a connection to reload the lists.
 */
export function mayTakeBuild(): boolean {
  return newer && readHeadNews().state === 'live' && document.querySelector('[role=dialog]') === null;
}

const hasNewerBuild = () => newer;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
