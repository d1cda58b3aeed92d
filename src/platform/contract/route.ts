import type { z } from 'zod';
import type { Capability } from './capability.ts';
import type { ErrorKind } from './errors.ts';
import type { CostClass } from './route-cost.ts';

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
  /** The heading of the route in the API reference. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly params?: z.ZodObject<Record<ParamsOf<Path>, Schema>>;
  readonly query?: z.ZodObject;
  readonly body?: Schema;
  readonly response: Schema;
  /** Further media types of the response, besides JSON or `responseType`. */
  readonly alsoProduces?: readonly string[];
  /** The media type of a response that is not JSON. */
  readonly responseType?: string;
  /** 200 by default. */
  readonly status?: 200 | 201 | 202;
  /** The errors of the route besides 400, 401 and 403, which follow from its access and input. */
  readonly errors?: readonly ErrorKind[];
  /** True for a write that accepts `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** The maximum size of the request body in bytes; 256 KiB by default. */
  readonly bodyLimitBytes?: number;
  /**
   * The number of bytes that are read of each text of the body, for a route that accepts longer texts. The rest is
   * dropped.
   */
  readonly textLimitBytes?: number;
  /**
   * The name of the header with a signature over the body. The handler gets the body as the text that was sent, which is what was
   * signed, and `signature`.
   */
  readonly signatureHeader?: string;
  /**
   * The name of an optional header with a secret that identifies a caller without an account. The handler gets it as
   * `secret`.
   */
  readonly secretHeader?: string;
  /** The class whose rate limit counts the route; `read` for GET and `write` for the rest by default. */
  readonly cost?: CostClass | 'unlimited';
  /** False for short, frequent responses: deciding whether to compress one costs more than it saves. */
  readonly compressed?: false;
};

/**
 * Declares a route of the API as data. The server's validation and permission check, the browser's client, the OpenAPI
 * document, the reference and testing screens and the test matrix all derive from this value.
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

/** The return type of a handler: the response before its schema has parsed it. */
export type ResponseOut<R extends RouteDefinition> = z.input<R['response']>;
/** The response type of a client call. */
export type ResponseIn<R extends RouteDefinition> = z.output<R['response']>;

/** The input of a client call: `params` and `body` if the route has them; `query` is optional if all its fields are. */
export type CallInput<R extends RouteDefinition> = (R['params'] extends Schema
  ? { params: Input<R['params']> }
  : { params?: undefined }) &
  (R['query'] extends Schema ? { query?: Input<R['query']> } : { query?: undefined }) &
  (R['body'] extends Schema ? { body: Input<R['body']> } : { body?: undefined });
