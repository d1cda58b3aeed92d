import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pagePolicy, workerPolicy } from './security-headers.ts';
import { serveWebApp } from './serve-web-app.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-web-'));
  await writeFile(join(folder, 'index.html'), 'the app');
  await writeFile(join(folder, 'not-found.html'), 'the app');
  await writeFile(join(folder, 'welcome.html'), 'the app with a welcome');
  await mkdir(join(folder, 'assets'));
  for (const [end, text] of [
    ['', 'as it is'],
    ['.br', 'by brotli'],
    ['.gz', 'by gzip'],
  ] as const)
    await writeFile(join(folder, `assets/index-1a2b3c4d.js${end}`), text);
  await writeFile(join(folder, 'assets/drawing-worker-1a2b3c4d.js'), 'a web worker');
  await writeFile(join(folder, 'sw.js'), 'the worker');
  const pages = {
    '/': 'welcome.html',
    '/assets': 'index.html',
    '/assets/$assetId': 'index.html',
    '/welcome': 'welcome.html',
  };
  await writeFile(join(folder, 'pages.json'), JSON.stringify(pages));
  app = fastify();
  await serveWebApp(app, folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = async (url: string) => await app.inject({ url });

test('lets a web worker fetch from this origin, and no other file anything', async () => {
  const policyOf = async (url: string) => (await get(url)).headers['content-security-policy'];
  expect(await policyOf('/assets/drawing-worker-1a2b3c4d.js')).toBe(workerPolicy);
  expect(await policyOf('/assets/index-1a2b3c4d.js')).not.toBe(workerPolicy);
});

describe('the web app', () => {
  test('serves the prerendered page of a path, with any query', async () => {
    for (const url of ['/', '/?trial=start', '/welcome'])
      expect((await get(url)).body, url).toBe('the app with a welcome');
  });

  test('adds the marks for the style sheet to every page', async () => {
    const marked = fastify();
    await writeFile(join(folder, 'index.html'), '<html lang="en">the app</html>');
    await serveWebApp(marked, folder, ['demo']);
    expect((await marked.inject({ url: '/assets' })).body).toBe('<html data-demo lang="en">the app</html>');
    expect((await marked.inject({ url: '/sw.js' })).body).not.toBe((await get('/sw.js')).body);
    await marked.close();
  });

  test('serves the same page for every other path, with 404 if it is no page of the app, under one policy and never from a cache', async () => {
    for (const url of ['/', '/assets/A-1', '/assets/', '/welcome/more', '/welcome.html', '/metrics', '/pages.json']) {
      const { headers, body, statusCode } = await get(url);
      expect(statusCode, url).toBe(['/', '/assets/A-1', '/assets/'].includes(url) ? 200 : 404);
      expect(body, url).toBe(url === '/' ? 'the app with a welcome' : 'the app');
      expect(headers['content-security-policy']).toBe(pagePolicy);
      expect(headers['cache-control']).toBe('no-cache');
    }
  });

  test('serves the worker under a policy that lets it fetch this origin, and revalidated', async () => {
    const { headers, body, statusCode } = await get('/sw.js');
    expect([statusCode, body.startsWith('the worker'), headers['cache-control']]).toEqual([200, true, 'no-cache']);
    expect(headers['content-security-policy']).toContain("connect-src 'self'");
    expect(headers['content-type']).toContain('javascript');
  });

  test('adds facts to a page, and serves it without them if there are none or the path is the pattern', async () => {
    await writeFile(join(folder, 'page.html'), '<h1>0-assetId-0</h1>');
    await writeFile(join(folder, 'facts.html'), '<h1>0-name-0 (0-assetId-0)</h1>');
    await writeFile(join(folder, 'pages.json'), JSON.stringify({ '/assets/$assetId': 'page.html' }));
    const asked: string[] = [];
    const known = fastify();
    await serveWebApp(
      known,
      folder,
      [],
      [
        {
          page: '/assets/$assetId',
          file: 'facts.html',
          read: async ({ params: { assetId = '' } }) => {
            asked.push(assetId);
            if (assetId === 'unknown') return { exists: false };
            return assetId === 'A/1' ? { exists: true, facts: { name: '<b>Crate</b>' } } : undefined;
          },
        },
      ],
    );
    const bodyOf = async (url: string) => (await known.inject({ url })).body;
    expect(await bodyOf('/assets/A%2F1?tab=map')).toBe('<h1>&lt;b&gt;Crate&lt;/b&gt; (A/1)</h1>');
    expect(await bodyOf('/assets/%3Ci%3E')).toBe('<h1>&lt;i&gt;</h1>');
    expect(await bodyOf('/assets/$assetId')).toBe('<h1>…</h1>');
    const missing = await known.inject({ url: '/assets/unknown' });
    expect([missing.statusCode, missing.body]).toEqual([404, '<h1>unknown</h1>']);
    expect(asked).toEqual(['A/1', '<i>', 'unknown']);
    await known.close();
  });

  test('serves a built file as the build compressed it, by what the client accepts, and caches for each', async () => {
    const script = '/assets/index-1a2b3c4d.js';
    const ask = (encoding: string) => app.inject({ url: script, headers: { 'accept-encoding': encoding } });
    const [best, older, plain] = [await ask('gzip, br'), await ask('gzip'), await ask('identity')];
    expect([best, older, plain].map(({ body }) => body)).toEqual(['by brotli', 'by gzip', 'as it is']);
    expect([best, older, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
    for (const { headers } of [best, older, plain]) {
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-type']).toContain('javascript');
      expect(headers.vary).toContain('accept-encoding');
    }
    expect((await get(`${script}.br`)).statusCode).toBe(200);
    expect((await get(`${script}.br`)).headers['content-type']).toContain('html');
  });

  test('serves no page for a path of the API or of a built file', async () => {
    for (const url of ['/api/nothing', '/log/nothing', '/assets/gone-1a2b3c4d.js'])
      expect((await get(url)).statusCode, url).toBe(404);
  });
});
