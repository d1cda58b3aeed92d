import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import protobuf from 'protobufjs';

export type ReceivedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly string[];
};

export type Received = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly resource: Readonly<Record<string, unknown>>;
  readonly spans: readonly ReceivedSpan[];
};

/** Its response to a request: a status, silence, a reset connection, rejected spans, or a redirect. */
export type Behavior =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'hang' | 'reset' }
  | { readonly kind: 'partial'; readonly rejected: number; readonly message: string }
  | { readonly kind: 'redirect'; readonly to: string };

export const accepting: Behavior = { kind: 'status', status: 200 };

export type Collector = {
  readonly url: string;
  readonly received: readonly Received[];
  readonly spans: () => readonly ReceivedSpan[];
  behave(behavior: Behavior): void;
  /** Whether accepted spans can be read back, as from a server that has stored them. */
  store(stores: boolean): void;
  readonly reads: readonly { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  stop(): Promise<void>;
};

const types = protobuf.loadSync(fileURLToPath(new URL('trace.proto', import.meta.url)));

/** A collector on loopback that accepts OTLP/protobuf like Phoenix, decodes all of it, and misbehaves on request. */
export async function startCollector(port = 0): Promise<Collector> {
  const received: Received[] = [];
  const reads: { path: string; headers: IncomingMessage['headers'] }[] = [];
  let behavior = accepting;
  let stores = true;
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      reads.push({ path: request.url ?? '', headers: request.headers });
      return answerRead(request, response, stores ? received : []);
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (behavior.kind === 'hang') return;
    if (behavior.kind === 'reset') return void request.socket.resetAndDestroy();
    if (request.headers['content-type'] !== 'application/x-protobuf') return void response.writeHead(415).end();
    if (behavior.kind === 'redirect') return void response.writeHead(307, { location: behavior.to }).end();
    if (behavior.kind === 'status' && behavior.status !== 200) return void response.writeHead(behavior.status).end();
    const body = Buffer.concat(chunks);
    received.push(decode(request, request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end(answerTo(behavior));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    reads,
    spans: () => received.flatMap(({ spans }) => spans),
    behave(next) {
      behavior = next;
    },
    store(next) {
      stores = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerTo(behavior: Behavior): Uint8Array {
  if (behavior.kind !== 'partial') return new Uint8Array();
  const type = types.lookupType('ExportTraceServiceResponse');
  const { rejected: rejectedSpans, message: errorMessage } = behavior;
  return type.encode(type.create({ partialSuccess: { rejectedSpans, errorMessage } })).finish();
}

/** `GET /v1/projects/{project}/spans`, as far as a reader needs it. */
function answerRead(request: IncomingMessage, response: ServerResponse, stored: readonly Received[]): void {
  const project = /^\/v1\/projects\/([^/?]+)\/spans/.exec(request.url ?? '')?.[1];
  const data = stored
    .filter(({ headers }) => headers['x-project-name'] === decodeURIComponent(project ?? ''))
    .flatMap(({ spans }) => spans)
    .map(({ traceId, spanId, name }) => ({ name, context: { trace_id: traceId, span_id: spanId } }));
  response.writeHead(project === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ data, next_cursor: null }));
}

type Value = { stringValue?: string; boolValue?: boolean; intValue?: string; doubleValue?: number };
type Pair = { key: string; value?: Value };
type Decoded = {
  resourceSpans?: {
    resource?: { attributes?: Pair[] };
    scopeSpans?: {
      spans?: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        attributes?: Pair[];
        links?: { traceId: string }[];
      }[];
    }[];
  }[];
};

function decode(request: IncomingMessage, body: Buffer): Received {
  const type = types.lookupType('ExportTraceServiceRequest');
  const message = type.toObject(type.decode(body), { longs: String, bytes: String }) as Decoded;
  const groups = message.resourceSpans ?? [];
  return {
    path: request.url ?? '',
    headers: request.headers,
    resource: valuesOf(groups[0]?.resource?.attributes),
    spans: groups
      .flatMap(({ scopeSpans = [] }) => scopeSpans)
      .flatMap(({ spans = [] }) => spans)
      .map((span) => ({
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentSpanId: span.parentSpanId ? hex(span.parentSpanId) : undefined,
        name: span.name,
        attributes: valuesOf(span.attributes),
        links: (span.links ?? []).map((link) => hex(link.traceId)),
      })),
  };
}

const hex = (base64: string) => Buffer.from(base64, 'base64').toString('hex');

const valuesOf = (pairs: readonly Pair[] = []): Record<string, unknown> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, plain(value ?? {})]));

const plain = (value: Value) =>
  value.stringValue ?? value.boolValue ?? (value.intValue === undefined ? value.doubleValue : Number(value.intValue));
