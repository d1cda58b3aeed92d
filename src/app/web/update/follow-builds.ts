import { useSyncExternalStore } from 'react';
import { readHeadNews, subscribeToHead } from '#domains/ledger/web/index.ts';
import { type BuildNews, cacheOf } from '../worker/build.ts';

/** The first page loads its code and data before the worker downloads the rest of the app. */
const firstPageMilliseconds = 3000;
const hour = 3_600_000;

const listeners = new Set<() => void>();
let newer = false;

/**
 * Registers the service worker, looks for new builds, and notes when one has taken over. Does nothing where the browser
 * offers no service worker, as over plain http, or the page does not come from a build.
 */
export function followBuilds(): void {
  const own = document.documentElement.dataset.build;
  if (own === undefined || !('serviceWorker' in navigator)) return;
  // While this page is open, the worker keeps the files of its build.
  void navigator.locks.request(cacheOf(own), { mode: 'shared' }, () => new Promise(() => {}));
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<BuildNews>) => {
    if (data.kind !== 'build' || data.id === own) return;
    newer = true;
    for (const listener of listeners) listener();
  });
  const registerLater = () => setTimeout(() => void register(), firstPageMilliseconds);
  if (document.readyState === 'complete') registerLater();
  else window.addEventListener('load', registerLater);
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  // Browsers that block storage reject it. The app then works as before, with a connection.
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  if (registration === undefined) return;
  const look = () => void registration.update().catch(() => {});
  setInterval(look, hour);
  // A server that returns may be a newer one.
  let last = readHeadNews().state;
  subscribeToHead(() => {
    const { state } = readHeadNews();
    if (state === 'live' && last !== 'live') look();
    last = state;
  });
}

/** Reports whether a newer build than this page's is stored and answers the next page load. */
export const useNewerBuild = (): boolean => useSyncExternalStore(subscribe, hasNewerBuild, () => false);

/**
 * Reports whether opening another page may load it from the newer build. A document load empties memory, so it must not
 * happen while a dialog is open, or without a connection to load the lists again.
 */
export function mayTakeBuild(): boolean {
  return newer && readHeadNews().state === 'live' && document.querySelector('[role=dialog]') === null;
}

const hasNewerBuild = () => newer;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
