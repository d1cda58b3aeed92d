import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError, routeNotFound } from '#platform/contract/errors.ts';
import { sendProblem } from './problem.ts';
import { pagePolicy } from './security-headers.ts';

/**
 * Serves the built web app: immutable assets, and one page for every path that is neither a file nor part of the API, with
 * status 404 unless `pages.json` of the build lists the path. The page and files without a hash in their name are revalidated on every request, so that a new build shows immediately.
 * `ownPages` names the paths with a prerendered page of their own. `marks` become `data-` attributes of every page's
 * `<html>`, so that a style sheet can read them before any script runs.
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  ownPages: Readonly<Record<string, string>> = {},
  marks: readonly string[] = [],
): Promise<void> {
  const readPage = async (file: string) => {
    const text = await readFile(join(folder, file), 'utf8');
    return text.replace('<html', () => ['<html', ...marks.map((mark) => `data-${mark}`)].join(' '));
  };
  const page = await readPage('index.html');
  const isPage = pageMatcher(JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')) as string[]);
  const ofPath = new Map<string, string>();
  for (const [path, file] of Object.entries(ownPages)) ofPath.set(path, await readPage(file));
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    globIgnore: ['index.html', 'pages.json', ...Object.values(ownPages)],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    // An asset's page is /assets/<id>. A missing built file must not return a page.
    const ours = /^\/(api|log)(\/|$)/.test(path) || /^\/assets\/[^/]+\.(js|css|woff2|wasm|map)$/.test(path);
    if (!wantsPage || ours)
      return sendProblem(
        new AppError(routeNotFound, `There is no ${request.method} ${path}.`, {
          hint: 'GET /api/openapi.json lists every route.',
        }),
        request,
        reply,
      );
    return reply
      .code(isPage(path) ? 200 : 404)
      .headers({ 'content-security-policy': pagePolicy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(ofPath.get(path) ?? page);
  });
}

/** Returns a test of whether a path is one of these. A segment that begins with `$` matches any. */
function pageMatcher(pages: readonly string[]): (path: string) => boolean {
  const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');
  const patterns = pages.map(segmentsOf);
  return (path) => {
    const segments = segmentsOf(path);
    return patterns.some(
      (pattern) =>
        pattern.length === segments.length &&
        pattern.every((segment, at) => segment.startsWith('$') || segment === segments[at]),
    );
  };
}
