import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Problem } from '#platform/contract/errors.ts';
import type { CallInput, ResponseIn, RouteDefinition } from '#platform/contract/route.ts';

export type Answer<Body> = {
  readonly status: number;
  readonly body: Body;
  /** The body as a problem, if it is one. */
  readonly problem: Problem;
  readonly text: string;
  readonly bytes: Buffer;
  readonly headers: LightMyRequestResponse['headers'];
};

export type CallOptions = {
  /** The calling account; signed out if omitted. */
  readonly as?: { readonly token: string } | undefined;
  readonly key?: string;
  readonly headers?: Record<string, string>;
};

/** Calls a route with the types of its contract. */
export type Call = <R extends RouteDefinition>(
  route: R,
  input: CallInput<R>,
  options?: CallOptions,
) => Promise<Answer<ResponseIn<R>>>;

/** Input that no contract has checked, for testing rejections. */
export type LooseInput = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
};

/** Returns the typed client of a server that does not listen. */
export function createCall(app: FastifyInstance): Call {
  return (route, input, options) => callLoosely(app, route, input as LooseInput, options) as never;
}

/** Calls a route with any input. A body given as text is sent unchanged. */
export async function callLoosely(
  app: FastifyInstance,
  route: Pick<RouteDefinition, 'method' | 'path'>,
  input: LooseInput = {},
  { as, key, headers = {} }: CallOptions = {},
): Promise<Answer<unknown>> {
  const hasBody = input.body !== undefined;
  const response = await app.inject({
    method: route.method,
    url: urlOf(route.path, input),
    headers: {
      ...(as === undefined ? {} : { authorization: `Bearer ${as.token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...input.headers,
      ...headers,
    },
    ...(hasBody ? { payload: typeof input.body === 'string' ? input.body : JSON.stringify(input.body) } : {}),
  });
  const isJson = /^application\/(problem\+)?json/.test(String(response.headers['content-type']));
  const body: unknown = isJson ? JSON.parse(response.payload) : response.payload;
  return {
    status: response.statusCode,
    body,
    problem: body as Problem,
    text: response.payload,
    bytes: response.rawPayload,
    headers: response.headers,
  };
}

/** Returns the URL of a route with these parameters. */
export function urlOf(path: string, { params = {}, query = {} }: LooseInput): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'rest' ? asText(params[name]) : encode(params[name]),
  );
  const fields = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : `${encode(name)}=${encode(value)}`,
  );
  return fields.length === 0 ? filled : `${filled}?${fields.join('&')}`;
}

/** A URL cannot contain a lone surrogate, so send the replacement character. */
const encode = (value: unknown) => encodeURIComponent(asText(value));

/** Returns a value as URL text. */
export const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
