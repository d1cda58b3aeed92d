import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError, routeNotFound } from '#platform/contract/errors.ts';
import { isBuiltFile, pageOf } from '#platform/contract/page-paths.ts';
import { sendProblem } from './problem.ts';
import { pagePolicy, workerPolicy } from './security-headers.ts';

const workerFile = 'sw.js';

/**
 * Serves the built web app: its files, its pages by `pages.json` of the build, and for every other path that is not part
 * of the API the plain page with status 404. Files with a hash in their name are immutable. Pages and other files are
 * revalidated on every request, so that a new build shows immediately. `marks` become `data-` attributes of every page's
 * `<html>`, so that a style sheet can read them before any script runs.
 */
export async function serveWebApp(app: FastifyInstance, folder: string, marks: readonly string[] = []): Promise<void> {
  const readText = (file: string) => readFile(join(folder, file), 'utf8');
  const readPage = async (file: string) =>
    (await readText(file)).replace('<html', () => ['<html', ...marks.map((mark) => `data-${mark}`)].join(' '));
  const fileOf = JSON.parse(await readText('pages.json')) as Readonly<Record<string, string>>;
  const paths = Object.keys(fileOf);
  const unknownPage = await readPage('index.html');
  const pages = new Map<string, string>();
  for (const [path, file] of Object.entries(fileOf)) pages.set(path, await readPage(file));
  // The worker stores pages with their marks. Other marks make it another worker, which stores them again.
  const worker = `${await readText(workerFile)}\n// ${marks.join(' ')}\n`;
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', 'pages.json', workerFile],
    // The build compressed them better than a server could for each request.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get(`/${workerFile}`, (_, reply) =>
    reply
      .headers({ 'content-security-policy': workerPolicy, 'cache-control': 'no-cache' })
      .type('text/javascript; charset=utf-8')
      .send(worker),
  );
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    // A missing built file must not return a page.
    if (!wantsPage || /^\/(api|log)(\/|$)/.test(path) || isBuiltFile(path))
      return sendProblem(
        new AppError(routeNotFound, `There is no ${request.method} ${path}.`, {
          hint: 'GET /api/openapi.json lists every route.',
        }),
        request,
        reply,
      );
    const page = pages.get(pageOf(path, paths) ?? '');
    return reply
      .code(page === undefined ? 404 : 200)
      .headers({ 'content-security-policy': pagePolicy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page ?? unknownPage);
  });
}
