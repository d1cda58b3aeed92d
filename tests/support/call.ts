import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Problem } from '#platform/contract/errors.ts';
import type { CallInput, ResponseIn, RouteDefinition } from '#platform/contract/route.ts';

export type Answer<Body> = {
  readonly status: number;
  readonly body: Body;
  /** The same as the error that it is, where it is one. */
  readonly problem: Problem;
  readonly text: string;
  readonly bytes: Buffer;
  readonly headers: LightMyRequestResponse['headers'];
};

export type CallOptions = {
  /** The account that calls; nobody when left out. */
  readonly as?: { readonly token: string } | undefined;
  readonly key?: string;
  readonly headers?: Record<string, string>;
};

/** Calls a route as its contract types it. */
export type Call = <R extends RouteDefinition>(
  route: R,
  input: CallInput<R>,
  options?: CallOptions,
) => Promise<Answer<ResponseIn<R>>>;

/** Input that no contract has checked: for what must be refused. */
export type LooseInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** Gives the typed client of a server that listens to nothing. */
export function createCall(app: FastifyInstance): Call {
  return (route, input, options) => callLoosely(app, route, input as LooseInput, options) as never;
}

/** Calls a route with any input at all. A body given as text is sent as it stands. */
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

/** The address that a route has with these parameters. */
export function urlOf(path: string, { params = {}, query = {} }: LooseInput): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'rest' ? asText(params[name]) : encode(params[name]),
  );
  const fields = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : `${encode(name)}=${encode(value)}`,
  );
  return fields.length === 0 ? filled : `${filled}?${fields.join('&')}`;
}

/** A lone surrogate has no place in an address; it goes as the replacement character. */
const encode = (value: unknown) => encodeURIComponent(asText(value));

/** The text that a value is in an address. */
export const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
