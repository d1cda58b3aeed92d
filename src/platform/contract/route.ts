import type { z } from 'zod';
import type { Capability } from './capability.ts';
import type { ErrorKind } from './errors.ts';

/**
 * Who may call a route. `public`: anyone; `signed in`: any live session; `may`: a session whose account holds the
 * capability, over everything or over what it owns.
 */
export type Access = 'public' | 'signed in' | { readonly may: Capability };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodType;
type ParamsOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamsOf<Rest> : never;

export type RouteDefinition<Path extends string = string> = {
  readonly method: Method;
  /** OpenAPI form: `/api/assets/{assetId}`. */
  readonly path: Path;
  /** The heading it stands under in the API reference. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly params?: z.ZodObject<Record<ParamsOf<Path>, Schema>>;
  readonly query?: z.ZodObject;
  readonly body?: Schema;
  readonly response: Schema;
  /** Further media types of the answer, beside JSON or `responseType`. */
  readonly alsoProduces?: readonly string[];
  /** Set where the answer is no JSON at all. */
  readonly responseType?: string;
  /** 200 unless said otherwise. */
  readonly status?: 200 | 201 | 202;
  /** What it may refuse with, beyond 400, 401 and 403, which follow from the rest. */
  readonly errors?: readonly ErrorKind[];
  /** A write that accepts `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Request bodies larger than this many bytes are refused; 256 KiB unless said otherwise. */
  readonly bodyLimitBytes?: number;
  /** False where answers are short and frequent: deciding whether to compress one costs more than it saves. */
  readonly compressed?: false;
};

/**
 * Declares one route of the API as data: the one value from which the server's validation and permission check, the
 * browser's client, the OpenAPI document, the reference and testing screens and the test matrix all follow.
 */
export function route<const Path extends string, const R extends RouteDefinition<Path>>(
  definition: R & { path: Path },
): R {
  return definition;
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : never;

export type ParamsIn<R extends RouteDefinition> = Output<R['params']>;
export type QueryIn<R extends RouteDefinition> = Output<R['query']>;
export type BodyIn<R extends RouteDefinition> = Output<R['body']>;

/** What a handler may return: the response before its schema has parsed it. */
export type ResponseOut<R extends RouteDefinition> = z.input<R['response']>;
/** What a client gets. */
export type ResponseIn<R extends RouteDefinition> = z.output<R['response']>;

/** What a client has to give: `params` and `body` where the route has them; `query` is optional where all its fields are. */
export type CallInput<R extends RouteDefinition> = (R['params'] extends Schema
  ? { params: Input<R['params']> }
  : { params?: undefined }) &
  (R['query'] extends Schema ? { query?: Input<R['query']> } : { query?: undefined }) &
  (R['body'] extends Schema ? { body: Input<R['body']> } : { body?: undefined });
