import { readHeadNews, subscribeToHead } from '#domains/ledger/web/index.ts';
import { type BuildNews, cacheOf } from '../worker/build.ts';
import { noteNewerBuild } from './newer-build.ts';

const hour = 3_600_000;

/**
 * Registers the service worker, and records when a newer build has taken over. Checks for one every hour and whenever
 * the event stream reconnects, because the server may have been upgraded. Does nothing if the browser has no service
 * workers, as over plain http, or if the page does not come from a build.
 */
export async function followBuilds(): Promise<void> {
  const own = document.documentElement.dataset.build;
  if (own === undefined || !('serviceWorker' in navigator)) return;
  const { locks, serviceWorker } = navigator;
  // While this page is open, the worker keeps the files of its build.
  void locks.request(cacheOf(own), { mode: 'shared' }, () => new Promise(() => {}));
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<BuildNews>) => {
    if (data.kind === 'build' && data.id !== own) noteNewerBuild();
  });
  // Browsers that block storage reject it. The app then works as before, with a connection.
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  if (registration === undefined) return;
  const look = () => void registration.update().catch(() => {});
  setInterval(look, hour);
  let last = readHeadNews().state;
  subscribeToHead(() => {
    const { state } = readHeadNews();
    if (state === 'live' && last !== 'live') look();
    last = state;
  });
}
