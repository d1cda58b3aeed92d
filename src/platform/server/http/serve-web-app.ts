import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, routeNotFound } from '#platform/contract/errors.ts';
import { isBuiltFile, pageOf } from '#platform/contract/page-paths.ts';
import { acceptedEncoding, compressPage } from './compress-page.ts';
import { fillPage, paramsOf } from './fill-page.ts';
import { sendProblem } from './problem.ts';
import { pagePolicy, workerPolicy } from './security-headers.ts';

const workerFile = 'sw.js';

/** Adds facts to a page: `file` is the same page with placeholders for them. */
export type PageFacts = {
  readonly page: string;
  readonly file: string;
  /** Returns the facts by the names of their placeholders, or undefined to serve the page without them. */
  read(params: Readonly<Record<string, string>>, request: FastifyRequest): Promise<Record<string, string> | undefined>;
};

/**
 * Serves the built web app: its files, its pages by `pages.json` of the build, and for every other path that is not part
 * of the API `not-found.html` with status 404. Files with a hash in their name are immutable. Pages and other files are
 * revalidated on every request, so that a new build shows immediately. `marks` become `data-` attributes of every page's
 * `<html>`, so that a style sheet can read them before any script runs.
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  marks: readonly string[] = [],
  facts?: PageFacts,
): Promise<void> {
  const readText = (file: string) => readFile(join(folder, file), 'utf8');
  const readPage = async (file: string) =>
    (await readText(file)).replace('<html', () => ['<html', ...marks.map((mark) => `data-${mark}`)].join(' '));
  const fileOf = JSON.parse(await readText('pages.json')) as Readonly<Record<string, string>>;
  const paths = Object.keys(fileOf);
  const unknownPage = await readPage('not-found.html');
  const pages = new Map<string, string>();
  for (const [path, file] of Object.entries(fileOf)) pages.set(path, await readPage(file));
  const pageWithFacts = facts === undefined ? '' : await readPage(facts.file);
  const fill = async (page: string, path: string, request: FastifyRequest) => {
    const params = paramsOf(page, path);
    // The path of the pattern itself is what the service worker stores: a page without values.
    const known = facts?.page === page && page !== path ? await facts.read(params, request) : undefined;
    return fillPage(known === undefined ? (pages.get(page) ?? '') : pageWithFacts, { ...params, ...known });
  };
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
  app.setNotFoundHandler(async (request, reply) => {
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
    const page = pageOf(path, paths);
    const text = page === undefined ? unknownPage : await fill(page, path, request);
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (encoding !== undefined) void reply.header('content-encoding', encoding);
    return reply
      .code(page === undefined ? 404 : 200)
      .headers({ 'content-security-policy': pagePolicy, 'cache-control': 'no-cache', vary: 'accept-encoding' })
      .type('text/html; charset=utf-8')
      .send(encoding === undefined ? text : await compressPage(text, encoding));
  });
}
