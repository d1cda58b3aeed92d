import { type Build, type BuildNews, cacheOf } from './build.ts';
import { type Answer, chooseAnswer } from './choose-answer.ts';
import { removeOldBuilds, storeBuild } from './store-build.ts';

declare const self: ServiceWorkerGlobalScope;
/** Filled in by the build. */
declare const __BUILD__: Build;

const build = __BUILD__;

// A complete build takes over immediately. Pages of the previous build find their files in its cache, which stays until
// they close, so no page ever runs files of two builds.
self.addEventListener('install', (event) => {
  event.waitUntil(storeBuild(build).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener('fetch', (event) => {
  const answer = chooseAnswer(event.request, self.location.origin, build);
  if (answer !== undefined) event.respondWith(respond(event.request, answer));
});

async function takeOver(): Promise<void> {
  await self.clients.claim();
  for (const page of await self.clients.matchAll({ type: 'window' }))
    page.postMessage({ kind: 'build', id: build.id } satisfies BuildNews);
  await removeOldBuilds(build);
}

async function respond(request: Request, { kind, path }: Answer): Promise<Response> {
  const stored = async () => (await caches.open(cacheOf(build.id))).match(path);
  if (kind === 'file') return (await stored()) ?? (await caches.match(path)) ?? fetch(request);
  if (kind === 'page') return (await stored()) ?? fetch(request);
  try {
    return await fetch(request);
  } catch (cause) {
    const page = await stored();
    if (page === undefined) throw cause;
    return page;
  }
}
