import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
} from '@opentelemetry/semantic-conventions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Telemetry } from './telemetry.ts';
import { formatTraceResponse, linkToCaller, traceIdOf } from './trace-header.ts';
import { WEB_FILE } from './trace-ring.ts';

/** An answered request, as the metrics count it. */
export type AnsweredRequest = {
  readonly method: string;
  /** The pattern of its route (`/api/assets/{assetId}`), or the kind of other response. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
};

type Following = {
  readonly span: Span;
  readonly since: number;
  /** True if the product made the request itself while answering another. */
  readonly inner: boolean;
  done: boolean;
};

/**
 * Gives every request a span whose trace has the request's id, measures it, and names the trace in `traceresponse`. Names
 * are route patterns, never URLs. Records no header, body, query or caller. `onAnswered` must not throw.
 */
export function traceRequests(
  app: FastifyInstance,
  telemetry: Telemetry,
  onAnswered: (request: AnsweredRequest) => void,
): void {
  const tracer = trace.getTracer('cairn.http');
  const { requests } = telemetry.metrics;

  app.addHook('onRequest', (request, reply, next) => {
    const route = routeOf(request);
    // A sub-request of the product belongs to the trace that makes it.
    const inner = trace.getActiveSpan()?.isRecording() === true;
    if (!inner) telemetry.nameNextTrace(traceIdOf(request.id));
    const span = tracer.startSpan(`${request.method} ${route}`, {
      kind: SpanKind.SERVER,
      root: !inner,
      links: linkToCaller(request.headers.traceparent),
      attributes: { [ATTR_HTTP_REQUEST_METHOD]: request.method, [ATTR_HTTP_ROUTE]: route },
    });
    following.set(request, { span, since: performance.now(), inner, done: false });
    const header = formatTraceResponse(span.spanContext());
    if (header !== undefined) void reply.header('traceresponse', header);
    inRequest(request, next);
  });

  function finish(request: FastifyRequest, status: number): void {
    const followed = following.get(request);
    if (followed === undefined || followed.done) return;
    followed.done = true;
    const milliseconds = performance.now() - followed.since;
    const { method } = request;
    const route = routeOf(request);
    if (!followed.inner) {
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, milliseconds / 1000);
      onAnswered({ method, route, status, milliseconds });
    }
    if (followed.span.isRecording()) {
      followed.span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, status);
      if (status >= 500) followed.span.setStatus({ code: SpanStatusCode.ERROR, message: String(status) });
      followed.span.end();
    }
  }

  // A stream lasts for hours, so only the time to its first byte is measured.
  app.addHook('onSend', (request, reply, _payload, next) => {
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) finish(request, reply.statusCode);
    next();
  });
  app.addHook('onResponse', (request, reply, next) => {
    finish(request, reply.statusCode);
    next();
  });
  app.addHook('onRequestAbort', (request, next) => {
    finish(request, ABORTED);
    next();
  });
}

/** The status that servers log for a client that disconnected before its response. */
const ABORTED = 499;
const following = new WeakMap<FastifyRequest, Following>();

/** Runs work as part of the request's trace. Fastify loses the context where it reads a body. */
export function inRequest<Result>(request: FastifyRequest, work: () => Result): Result {
  const followed = following.get(request);
  return followed === undefined ? work() : context.with(trace.setSpan(context.active(), followed.span), work);
}

const patterns = new Map<string, string>();

/** Returns the route as the contract writes it. All other paths share one name, so that callers cannot invent names. */
function routeOf(request: FastifyRequest): string {
  const url = request.routeOptions.url;
  if (url === undefined || request.is404) return 'web page or nothing';
  const known = patterns.get(url);
  if (known !== undefined) return known;
  const isApi = url.startsWith('/api/') || url.startsWith('/log/') || url === '/metrics';
  const pattern = isApi ? url.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{rest}') : WEB_FILE;
  patterns.set(url, pattern);
  return pattern;
}
