import { type Build, cacheOf, isBuildCache } from './build.ts';

/** Concurrent downloads: enough for a fast connection, few enough to leave a slow one usable. */
const downloadsMax = 4;

/**
 * Stores every file of a build. Takes those with a hash in their name from earlier builds where possible. Rejects if one
 * is missing or a page belongs to another build, as during a deployment; the browser then keeps the worker it has and
 * tries again later. So a stored build is always complete, and never mixed.
 */
export async function storeBuild(build: Build): Promise<void> {
  const cache = await caches.open(cacheOf(build.id));
  const waiting = [
    ...[...build.pages, build.unknownPage].map((path) => () => storePage(cache, path, build)),
    ...build.files.map((path) => () => storeFile(cache, path)),
  ];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
  };
  await Promise.all(Array.from({ length: downloadsMax }, work));
}

async function storePage(cache: Cache, path: string, { id, unknownPage }: Build): Promise<void> {
  const response = await fetch(path, { cache: 'no-store' });
  const found = response.ok || (path === unknownPage && response.status === 404);
  if (!found || !(await response.clone().text()).includes(` data-build="${id}"`))
    throw new Error(`${path} is not a page of build ${id}`);
  await cache.put(path, response);
}

async function storeFile(cache: Cache, path: string): Promise<void> {
  const hashed = path.startsWith('/assets/');
  if (hashed && (await cache.match(path)) !== undefined) return;
  const stored = hashed ? await caches.match(path) : undefined;
  const response = stored ?? (await fetch(path, { cache: hashed ? 'default' : 'no-cache' }));
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  await cache.put(path, response);
}

/**
 * Deletes the caches of builds that no open page came from. Always keeps this build and the previous one, because a page
 * that is still loading does not hold its lock yet.
 */
export async function removeOldBuilds(build: Build): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const inUse = new Set(held.map(({ name }) => name));
  // In the order of their creation.
  const others = (await caches.keys()).filter((name) => isBuildCache(name) && name !== cacheOf(build.id));
  for (const name of others.slice(0, -1)) if (!inUse.has(name)) await caches.delete(name);
}
