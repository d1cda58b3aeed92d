import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cacheOf } from './build.ts';
import { removeOldBuilds, storeBuild } from './store-build.ts';

const build = {
  id: 'two',
  pages: ['/', '/assets'],
  unknownPage: '/not-found',
  files: ['/assets/index-1a2b3c4d.js', '/assets/map-5e6f7a8b.js', '/favicon.svg'],
};

/** The browser's stores, in memory. */
let stores: Map<string, Map<string, Response>>;
/** What the server answers, by path. */
let served: Map<string, () => Response>;
let fetched: string[];
let held: string[];

beforeEach(() => {
  stores = new Map();
  fetched = [];
  held = [];
  const page =
    (id: string, status = 200) =>
    () =>
      new Response(`<html data-build="${id}">`, { status });
  served = new Map([
    ['/', page('two')],
    ['/assets', page('two')],
    ['/not-found', page('two', 404)],
    ...build.files.map((path) => [path, () => new Response(`new ${path}`)] as const),
  ]);
  const open = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      match: async (path: string) => store.get(path)?.clone(),
      put: async (path: string, response: Response) => void store.set(path, response),
    };
  };
  vi.stubGlobal('caches', {
    open: async (name: string) => open(name),
    match: async (path: string) => [...stores.values()].flatMap((store) => store.get(path)?.clone() ?? [])[0],
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  });
  vi.stubGlobal('fetch', async (path: string) => {
    fetched.push(path);
    return served.get(path)?.() ?? new Response('', { status: 404 });
  });
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held: held.map((name) => ({ name })) }) } });
});
afterEach(() => vi.unstubAllGlobals());

const storedPaths = () => [...(stores.get(cacheOf('two'))?.keys() ?? [])].toSorted();

test('a stored build has all its pages and files', async () => {
  await storeBuild(build);
  expect(storedPaths()).toEqual([...build.pages, build.unknownPage, ...build.files].toSorted());
});

test('a file with a hash is taken from an earlier build, and any other is fetched again', async () => {
  const [script = '', , icon = ''] = build.files;
  stores.set(
    cacheOf('one'),
    new Map([
      [script, new Response('earlier script')],
      [icon, new Response('earlier icon')],
    ]),
  );
  await storeBuild(build);
  expect(fetched).not.toContain(script);
  expect(fetched).toContain(icon);
  const stored = stores.get(cacheOf('two'));
  expect([await stored?.get(script)?.text(), await stored?.get(icon)?.text()]).toEqual([
    'earlier script',
    `new ${icon}`,
  ]);
});

test.each([
  ['a file is missing', '/assets/map-5e6f7a8b.js', () => new Response('', { status: 404 })],
  ['a page is of another build', '/assets', () => new Response('<html data-build="three">')],
  ['a page is missing', '/', () => new Response('<html data-build="two">', { status: 404 })],
])('a build is refused if %s', async (_, path, answer) => {
  served.set(path, answer);
  await expect(storeBuild(build)).rejects.toThrow(path);
});

test('builds are removed, except this one, the previous one and those of open pages', async () => {
  for (const id of ['a', 'b', 'c', 'd', 'two']) stores.set(cacheOf(id), new Map());
  stores.set('something else', new Map());
  held = [cacheOf('b')];
  await removeOldBuilds(build);
  expect([...stores.keys()]).toEqual([cacheOf('b'), cacheOf('d'), cacheOf('two'), 'something else']);
});
