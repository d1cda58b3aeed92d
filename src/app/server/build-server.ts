import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { describeApi } from '#domains/developers/server/index.ts';
import type { ProcessFacts } from '#domains/observability/server/routes.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError, routeNotFound } from '#platform/contract/errors.ts';
import { createConnectionLimits, createLimitedServer } from '#platform/server/http/connection-limits.ts';
import { createMount } from '#platform/server/http/mount.ts';
import { sendProblem } from '#platform/server/http/problem.ts';
import { limitRequests } from '#platform/server/http/rate-limits.ts';
import { securityHeaders, setSecurityHeaders } from '#platform/server/http/security-headers.ts';
import { mayBePage, serveWebApp } from '#platform/server/http/serve-web-app.ts';
import type { ConnectionLimits, RateLimits } from '#platform/server/limits-config.ts';
import type { Log } from '#platform/server/log.ts';
import { serveMetricsToBearer } from '#platform/server/telemetry/serve-metrics.ts';
import { traceRequests } from '#platform/server/telemetry/trace-requests.ts';
import { type TrustedProxies, toTrustProxy } from '#platform/server/trusted-proxies.ts';
import { createCallAsCaller } from './call-as-caller.ts';
import { routes } from './domains.ts';
import { mountDomains } from './mount-domains.ts';
import type { Services } from './open-services.ts';
import { pageSubjects } from './page-subjects.ts';

const BODY_LIMIT_BYTES = 256 * 1024;
/** A Digital Link in a path can be long. */
const PATH_PARAMETER_MAX = 1000;

export type ServerOptions = {
  readonly services: Services;
  readonly facts: ProcessFacts;
  readonly log: Log;
  readonly production: boolean;
  readonly trustProxy: TrustedProxies;
  /** Connections open at the same time; undefined: not limited. */
  readonly connectionLimits: ConnectionLimits | undefined;
  /** Requests a minute for each class of routes; undefined: not limited. */
  readonly rateLimits: RateLimits | undefined;
  /** Whether to check every response against its contract, even one prepared as text. */
  readonly checksText?: boolean;
  /** The folder of the built web app; undefined serves only the API. */
  readonly webFolder: string | undefined;
};

/** Assembles the HTTP server without listening, so that tests can call it by `inject`. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { services, facts, log, connectionLimits, trustProxy } = options;
  // Shared, because a host name with several addresses gets a server for each.
  const connections = connectionLimits === undefined ? undefined : createConnectionLimits(connectionLimits, trustProxy);
  let webApp: Awaited<ReturnType<typeof serveWebApp>> | undefined;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // One logger for all requests: an entry about a request has its id.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: PATH_PARAMETER_MAX },
    trustProxy: toTrustProxy(trustProxy),
    // A URL that cannot be decoded reaches no route and no hook.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(securityHeaders(options));
      const isBrowser = /\btext\/html\b/i.test(request.headers.accept ?? '');
      if (webApp === undefined || !isBrowser || !mayBePage(request)) sendProblem(error, request, reply);
      else void webApp.sendUnknownPage(request, reply, 400);
    },
    forceCloseConnections: true,
    serverFactory: (handler) => createLimitedServer(handler, connections),
  }) as unknown as FastifyInstance;
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  setSecurityHeaders(app, { production: options.production });
  const { telemetry } = services;
  traceRequests(app, telemetry, services.observability.countRequest);
  const countAccount = options.rateLimits === undefined ? undefined : await limitRequests(app, options.rateLimits);
  if (countAccount === undefined)
    log.warn('CAIRN_LIMITS=off: requests are not limited. Use this for measurements only');
  // An event stream must not wait in a compressor's buffer.
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 2048,
    customTypes: /^(?!text\/event-stream)(text\/|application\/(json|problem\+json|javascript|wasm)|image\/svg)/,
    brotliOptions: { params: { 0: 1, 1: 4 } },
  });
  mountDomains(
    createMount<Account>(app, services.participants.gate, { checksText: options.checksText === true, countAccount }),
    services,
    facts,
    createCallAsCaller(app),
  );
  serveOpenApi(app, facts);
  await serveRunbooks(app);
  const { metricsToken } = telemetry.config;
  if (metricsToken !== undefined) serveMetricsToBearer(app, telemetry.metrics, metricsToken);
  if (options.webFolder !== undefined)
    webApp = await serveWebApp(app, options.webFolder, facts.demo ? ['demo'] : [], pageSubjects(app));
  else
    app.setNotFoundHandler((request, reply) => sendProblem(unknownRoute(request.method, request.url), request, reply));
  return app;
}

/** Serves the runbooks, so that the messages of a fault can link to them. */
async function serveRunbooks(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('../../../docs/runbooks', import.meta.url)),
    prefix: '/runbooks/',
    index: false,
    decorateReply: false,
    setHeaders: (reply) => void reply.header('content-type', 'text/plain; charset=utf-8'),
  });
}

function serveOpenApi(app: FastifyInstance, facts: ProcessFacts): void {
  const document = JSON.stringify(describeApi(routes, facts.version));
  app.get('/api/openapi.json', (_, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=60').send(document),
  );
}

export const unknownRoute = (method: string, url: string) =>
  new AppError(routeNotFound, `There is no ${method} ${url.split('?')[0]}.`, {
    hint: 'GET /api/openapi.json lists every route.',
  });
