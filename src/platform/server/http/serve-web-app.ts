import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError, routeNotFound } from '#platform/contract/errors.ts';
import { sendProblem } from './problem.ts';
import { pagePolicy } from './security-headers.ts';

/** Stands in the built page where the nonce of each answer goes. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/**
 * Serves the built web app: hashed assets for ever, and the one page for every path that is neither a file nor of the API,
 * each time with a nonce of its own.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    globIgnore: ['index.html'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    // An asset's page is /assets/<id>; a built file that is gone must not answer as a page.
    const ours = /^\/(api|log)(\/|$)/.test(path) || /^\/assets\/[^/]+\.(js|css|woff2|wasm|map)$/.test(path);
    if (!wantsPage || ours)
      return sendProblem(
        new AppError(routeNotFound, `There is no ${request.method} ${path}.`, {
          hint: 'GET /api/openapi.json lists every route.',
        }),
        request,
        reply,
      );
    const policy = pagePolicy(reply);
    return reply
      .code(200)
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(NONCE_PLACEHOLDER, reply.styleNonce));
  });
}
