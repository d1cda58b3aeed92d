import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError, unauthenticated } from '#platform/contract/errors.ts';
import type { Metrics } from './metrics.ts';

/** Serves `/metrics` on the port of the API to callers that send the bearer token. */
export function serveMetricsToBearer(app: FastifyInstance, metrics: Metrics, token: string): void {
  metrics.measureProcess();
  app.get('/metrics', async (request, reply) => {
    const sent = /^Bearer (.{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(digest(sent), digest(token)))
      throw new AppError(unauthenticated, 'Metrics require their bearer token.', {
        hint: 'Send the header `Authorization: Bearer <CAIRN_METRICS_TOKEN>`.',
      });
    const text = await metrics.registry.metrics();
    return reply.header('cache-control', 'no-store').type(metrics.registry.contentType).send(text);
  });
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Serves `/metrics` on a port of the loopback address. Returns the port and a stop function. */
export async function serveMetricsOnPort(
  metrics: Metrics,
  port: number,
): Promise<{ port: number; stop(): Promise<void> }> {
  metrics.measureProcess();
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.requestTimeout = 5000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new Error(`CAIRN_METRICS_PORT ${port} is in use by another program.`) : error,
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
