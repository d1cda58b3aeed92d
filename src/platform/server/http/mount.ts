import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { Capability } from '#platform/contract/capability.ts';
import { AppError, forbidden, unauthenticated, validationFailed } from '#platform/contract/errors.ts';
import { explainIssues } from '#platform/contract/explain-issue.ts';
import type { BodyIn, ParamsIn, QueryIn, ResponseOut, RouteDefinition } from '#platform/contract/route.ts';
import { costOf } from '#platform/contract/route-cost.ts';
import { inRequest } from '../telemetry/trace-requests.ts';
import { bodyTextOf, storeBodyTexts } from './body-texts.ts';
import { findUnacceptable } from './check-input.ts';
import { clientGone, endWithResponse } from './client-gone.ts';
import { invalidInput, refusedFields } from './problem.ts';
import type { CountAccount } from './rate-limits.ts';
import { shortenTexts } from './shorten-texts.ts';
import { streamText } from './text-stream.ts';

/** A response that is not a JSON value: bytes, text or a stream, with its own media type. */
export class RawAnswer {
  readonly body: string | Uint8Array | Readable;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: string | Uint8Array | Readable, contentType: string, headers: Record<string, string> = {}) {
    this.body = body;
    this.contentType = contentType;
    this.headers = headers;
  }
}

/**
 * A JSON response as text, for a route that is called too often to parse, check and serialize each time. Tests check the
 * text against the contract; see `MountOptions`.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A JSON response with additional headers. */
export class AnswerWithHeaders<T> {
  readonly value: T;
  readonly headers: Readonly<Record<string, string>>;

  constructor(value: T, headers: Record<string, string>) {
    this.value = value;
    this.headers = headers;
  }
}

export type CallContext<R extends RouteDefinition, Caller> = {
  readonly params: ParamsIn<R>;
  readonly query: QueryIn<R>;
  readonly body: BodyIn<R>;
  /** The signed-in account. It may be absent on a public route. */
  readonly caller: R['access'] extends 'public' ? Caller | undefined : Caller;
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string | undefined;
  /** The session's token, for sub-requests made on the caller's behalf. It must not appear in a log or a response. */
  readonly token: string | undefined;
  /** The signature over the body, for a route with a `signatureHeader`. */
  readonly signature: string | undefined;
  /** The value of the route's `secretHeader`. It must not appear in a log or a response. */
  readonly secret: string | undefined;
  /** The media types that the caller accepts, as in the header `Accept`. */
  readonly accept: string;
  /** Aborts when the client disconnects before the response is complete. Created on first use. */
  readonly signal: AbortSignal;
};

export type Handler<R extends RouteDefinition, Caller> = (
  call: CallContext<R, Caller>,
) => Promise<ResponseOut<R> | RawAnswer | JsonText | AnswerWithHeaders<ResponseOut<R>>>;

export type Mount<Caller> = <R extends RouteDefinition>(definition: R, handler: Handler<R, Caller>) => void;

/** Authentication and permissions, which the domains provide to the platform. */
export type Gate<Caller> = {
  /** Returns the account of a live session, or undefined. */
  authenticate(token: string): Promise<Caller | undefined>;
  /** Returns the id by which the caller's requests are counted. */
  idOf(caller: Caller): string;
  /** Reports whether the caller holds the capability over anything at all. The use case checks the scope. */
  may(caller: Caller, capability: Capability): boolean;
  /** Returns a description of the holders of the capability, for the refusal's hint. */
  explain(capability: Capability): string;
};

export type MountOptions = {
  /** Whether responses prepared as text are parsed and checked too, as in tests. */
  readonly checksText: boolean;
  /** Limits the requests of an account; undefined: not limited. */
  readonly countAccount?: CountAccount | undefined;
};

/**
 * Returns the function that serves routes. It authenticates each call, counts its account, checks its permission, parses its input, and
 * checks its response against the contract. Throws for a route without `access`, and for mounting a route twice.
 */
export function createMount<Caller>(
  app: FastifyInstance,
  gate: Gate<Caller>,
  options: MountOptions = { checksText: false },
): Mount<Caller> {
  storeBodyTexts(app);
  return (definition, handler) => {
    if (definition.access === undefined) throw new Error(`${definition.method} ${definition.path} has no access rule`);
    const route: RouteOptions = {
      method: definition.method,
      url: toFastifyPath(definition.path),
      ...(definition.bodyLimitBytes === undefined ? {} : { bodyLimit: definition.bodyLimitBytes }),
      ...(definition.textLimitBytes === undefined ? {} : { preParsing: shortening(definition.textLimitBytes) }),
      ...(definition.compressed === false ? { compress: false } : {}),
      config: { cost: costOf(definition) },
      handler: (request, reply) =>
        inRequest(request, async () => {
          const caller = await identify(gate, request);
          if (caller !== undefined) await options.countAccount?.(request, reply, gate.idOf(caller));
          admit(definition, gate, caller);
          const input = {
            ...parseInput(definition, request),
            ...facts(request),
            signature: headerOf(definition.signatureHeader, request),
            secret: headerOf(definition.secretHeader, request),
            caller,
          };
          const call = Object.defineProperty(input, 'signal', { get: () => clientGone(reply) });
          const answer = await handler(call as never);
          return send(definition, answer, reply, options);
        }),
    };
    if (definition.signatureHeader === undefined) app.route(route);
    else void app.register((scope, _, done) => mountAsText(scope, route, done));
  };
}

/** Mounts a route whose body is not parsed: parsing and writing JSON again would change the bytes that were signed. */
function mountAsText(scope: FastifyInstance, route: RouteOptions, done: () => void): void {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, parsed) => parsed(null, body));
  scope.route(route);
  done();
}

/** The maximum size of a body after its texts are cut, which is what any other route parses. */
const SHORTENED_BODY_BYTES = 256 * 1024;

const shortening = (textBytes: number) => async (_: FastifyRequest, __: FastifyReply, payload: Readable) => {
  const shortened = shortenTexts({ textBytes, bodyBytes: SHORTENED_BODY_BYTES });
  // A client that hangs up ends the reading of its body.
  payload.once('error', (error) => shortened.destroy(error));
  return payload.pipe(shortened);
};

const toFastifyPath = (path: string) => path.replaceAll('{rest}', '*').replaceAll(/\{(\w+)\}/g, ':$1');

async function identify<Caller>(gate: Gate<Caller>, request: FastifyRequest): Promise<Caller | undefined> {
  const token = bearerToken(request);
  return token === undefined ? undefined : gate.authenticate(token);
}

function admit<Caller>(definition: RouteDefinition, gate: Gate<Caller>, caller: Caller | undefined): void {
  if (definition.access === 'public') return;
  if (caller === undefined)
    throw new AppError(unauthenticated, 'Authentication required. Please log in again.', {
      hint: 'Send the header `Authorization: Bearer <token>` with a token from POST /api/auth/login.',
    });
  if (typeof definition.access === 'object' && !gate.may(caller, definition.access.may))
    throw new AppError(forbidden, 'Your role does not allow this.', { hint: gate.explain(definition.access.may) });
}

function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  return /^Bearer ([\x21-\x7e]{1,200})$/i.exec(header)?.[1];
}

function parseInput(definition: RouteDefinition, request: FastifyRequest) {
  return {
    params: parsePart('params', definition.params, pathParameters(request.params)),
    query: parsePart('query', definition.query, request.query),
    body: parsePart('body', definition.body, request.body, bodyTextOf(request)),
  };
}

/** Fastify names a wildcard `*`; the contract names it `rest`. */
function pathParameters(params: unknown): unknown {
  const { '*': rest, ...named } = params as Record<string, string>;
  return rest === undefined ? named : { ...named, rest };
}

function parsePart(
  part: 'params' | 'query' | 'body',
  schema: z.ZodType | undefined,
  value: unknown,
  text?: string,
): unknown {
  const unacceptable = findUnacceptable(part, value, text);
  if (unacceptable !== undefined) throw refusedFields([unacceptable]);
  const parsed = (schema ?? (part === 'params' ? z.unknown() : Nothing)).safeParse(value ?? {}, {
    error: explainIssues(part),
  });
  if (!parsed.success) throw invalidInput(part, parsed.error);
  return schema === undefined ? undefined : parsed.data;
}

/** The schema of a query or body that the route does not declare. */
const Nothing = z.strictObject({});

function facts(request: FastifyRequest) {
  return {
    idempotencyKey: idempotencyKey(request),
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300),
    token: bearerToken(request),
    accept: request.headers.accept ?? '',
  };
}

function headerOf(name: string | undefined, request: FastifyRequest): string | undefined {
  const value = name === undefined ? undefined : request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new AppError(validationFailed, 'Idempotency-Key must be 1 to 200 printable ASCII characters without spaces.', {
    errors: [
      {
        in: 'header',
        pointer: '/idempotency-key',
        message: 'Idempotency-Key must be 1 to 200 printable ASCII characters',
      },
    ],
  });
}

function bodyOf(text: string, reply: FastifyReply): string | Readable {
  if (text.length <= STREAMED_LENGTH) return text;
  const stream = streamText(text);
  endWithResponse(stream, reply);
  return stream;
}

/** A longer text is sent in pieces. */
const STREAMED_LENGTH = 1024 * 1024;

function send(definition: RouteDefinition, answer: unknown, reply: FastifyReply, { checksText }: MountOptions) {
  if (answer instanceof JsonText) {
    if (checksText) definition.response.parse(JSON.parse(answer.text));
    return reply
      .code(definition.status ?? 200)
      .headers({ 'cache-control': 'no-store' })
      .type('application/json; charset=utf-8')
      .send(bodyOf(answer.text, reply));
  }
  if (answer instanceof RawAnswer) {
    if (answer.body instanceof Readable) endWithResponse(answer.body, reply);
    return reply
      .code(definition.status ?? 200)
      .headers({ 'cache-control': 'no-store', ...answer.headers })
      .type(answer.contentType)
      .send(answer.body);
  }
  const [value, headers] = answer instanceof AnswerWithHeaders ? [answer.value, answer.headers] : [answer, {}];
  return reply
    .code(definition.status ?? 200)
    .headers({ 'cache-control': 'no-store', ...headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(definition.response.parse(value)));
}
