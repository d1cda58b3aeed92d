import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, routeNotFound } from '#platform/contract/errors.ts';
import { isBuiltFile, pageOf } from '#platform/contract/page-paths.ts';
import { acceptedEncoding, compressPage } from './compress-page.ts';
import { fillPage, paramsOf } from './fill-page.ts';
import { sendProblem } from './problem.ts';
import { pagePolicy, workerPolicy } from './security-headers.ts';

const workerFile = 'sw.js';
/** A web worker as the build names it. */
const webWorkerFile = /\/assets\/[\w-]+-worker-[\w-]+\.js(\.br|\.gz)?$/;

/** Facts about the subject of a page. */
export type PageSubject = {
  /** False if the subject does not exist. The page is then served with 404. */
  readonly exists: boolean;
  /** Facts by the names of their placeholders in `file`. */
  readonly facts?: Readonly<Record<string, string>> | undefined;
};

/** Reads about the subject of a page. `file` is the same page with placeholders for facts. */
export type PageFacts = {
  readonly page: string;
  readonly file?: string;
  /** Returns undefined to serve the page without facts. */
  read(request: {
    readonly params: Readonly<Record<string, string>>;
    readonly query: Readonly<Record<string, string>>;
    readonly request: FastifyRequest;
  }): Promise<PageSubject | undefined>;
};

/**
 * Serves the built web app: its files, its pages by `pages.json` of the build, and for every other path that is not
 * part of the API `not-found.html` with status 404. A page whose subject does not exist, by `subjects`, has status 404
 * too. Files with a hash in their name are immutable. Pages and other files are revalidated on every request, so that a
 * new build shows immediately. `marks` become `data-` attributes of every page's `<html>`, so that a style sheet can
 * read them before any script runs. Returns the sender of `not-found.html`, for requests that reach no handler.
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  marks: readonly string[] = [],
  subjects: readonly PageFacts[] = [],
): Promise<{
  sendUnknownPage(request: FastifyRequest, reply: FastifyReply, status: 400 | 404): Promise<FastifyReply>;
}> {
  const readText = (file: string) => readFile(join(folder, file), 'utf8');
  const readPage = async (file: string) =>
    (await readText(file)).replace('<html', () => ['<html', ...marks.map((mark) => `data-${mark}`)].join(' '));
  const fileOf = JSON.parse(await readText('pages.json')) as Readonly<Record<string, string>>;
  const paths = Object.keys(fileOf);
  const unknownPage = await readPage('not-found.html');
  const pages = new Map<string, string>();
  for (const [path, file] of Object.entries(fileOf)) pages.set(path, await readPage(file));
  const pagesWithFacts = new Map<string, string>();
  for (const { page, file } of subjects) if (file !== undefined) pagesWithFacts.set(page, await readPage(file));
  const fill = async (page: string, path: string, request: FastifyRequest) => {
    const params = paramsOf(page, path);
    const query = Object.fromEntries(new URLSearchParams(request.url.split('?')[1] ?? ''));
    const reader = subjects.find((one) => one.page === page);
    // The service worker stores the path of the pattern itself: a page without values.
    const isPattern = page === path && page.includes('$');
    const subject = isPattern ? undefined : await reader?.read({ params, query, request });
    const withFacts = subject?.facts === undefined ? undefined : pagesWithFacts.get(page);
    const text = fillPage(withFacts ?? pages.get(page) ?? '', { ...params, ...subject?.facts });
    return { text, status: subject?.exists === false ? 404 : 200 };
  };
  // The worker stores pages with their marks. Different marks change the worker file, so a new worker stores the pages
  // again.
  const worker = `${await readText(workerFile)}\n// ${marks.join(' ')}\n`;
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', 'pages.json', workerFile],
    // The build compressed them better than a server could per request.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      // A worker has the policy of its own file, not that of the page.
      if (webWorkerFile.test(path)) void reply.header('content-security-policy', workerPolicy);
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
    if (!mayBePage(request))
      return sendProblem(
        new AppError(routeNotFound, `There is no ${request.method} ${path}.`, {
          hint: 'GET /api/openapi.json lists every route.',
        }),
        request,
        reply,
      );
    const page = pageOf(path, paths);
    if (page === undefined) return sendPage(request, reply, { text: unknownPage, status: 404 });
    return sendPage(request, reply, await fill(page, path, request));
  });
  return { sendUnknownPage: (request, reply, status) => sendPage(request, reply, { text: unknownPage, status }) };
}

/** Reports whether a request may be for a page: a missing built file must not return one, and the API answers in JSON. */
export function mayBePage({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean {
  const path = url.split('?')[0] ?? '/';
  return (method === 'GET' || method === 'HEAD') && !/^\/(api|log)(\/|$)/.test(path) && !isBuiltFile(path);
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, status }: { text: string; status: number },
): Promise<FastifyReply> {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (encoding !== undefined) void reply.header('content-encoding', encoding);
  return reply
    .code(status)
    .headers({ 'content-security-policy': pagePolicy, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    .type('text/html; charset=utf-8')
    .send(encoding === undefined ? text : await compressPage(text, encoding));
}
