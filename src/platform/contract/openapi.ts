import { z } from 'zod';
import {
  bodyTooLarge,
  type ErrorKind,
  forbidden,
  internalError,
  Problem,
  routeNotFound,
  tooManyRequests,
  unauthenticated,
  unavailable,
  unsupportedMediaType,
  validationFailed,
} from './errors.ts';
import { type ExampleWords, exampleOf } from './example.ts';
import type { Access, RouteDefinition } from './route.ts';
import { costOf } from './route-cost.ts';

type JsonSchema = Record<string, unknown>;

/** Examples of whole requests or responses, for cases where separate field examples would be inconsistent. */
export type RouteExample = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly response?: unknown;
};

/** The sources of examples: values by field name, and whole requests by `METHOD /path`. */
export type ExampleSource = {
  readonly words: ExampleWords;
  readonly routes: Readonly<Record<string, RouteExample>>;
};

const noExamples: ExampleSource = { words: {}, routes: {} };

/** The errors that any route may return in addition to those it lists. */
export const generalErrors: readonly ErrorKind[] = [routeNotFound, bodyTooLarge, unsupportedMediaType, internalError];

/**
 * Returns the OpenAPI 3.1 document of these routes: every path, parameter, body, response and error, as the server checks
 * them, each with an example. Schemas with an id appear once under `components.schemas`. `x-errors` names the codes of a
 * status, including those that any route may return.
 */
export function openApiDocument(
  routes: readonly RouteDefinition[],
  about: { title: string; version: string; description: string },
  examples: ExampleSource = noExamples,
) {
  const schemas: Record<string, JsonSchema> = {};
  const paths: Record<string, Record<string, unknown>> = {};
  schemas['Problem'] = toSchema(Problem, 'output', schemas);
  for (const route of routes) {
    paths[route.path] ??= {};
    const described = operation(route, schemas, examples);
    Object.assign(paths[route.path] ?? {}, { [route.method.toLowerCase()]: described });
  }
  return {
    openapi: '3.1.0',
    info: about,
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token from POST /api/auth/login.' },
      },
    },
    'x-errors': generalErrors.map(describeError),
  };
}

function operation(route: RouteDefinition, schemas: Record<string, JsonSchema>, examples: ExampleSource) {
  const given = examples.routes[`${route.method} ${route.path}`] ?? {};
  const example = (schema: JsonSchema) => exampleOf(schema, { components: schemas, words: examples.words });
  const parameter = (place: 'path' | 'query', schema: z.ZodObject | undefined) =>
    parameters(place, schema, schemas, { words: examples.words, given: given[place === 'path' ? 'params' : 'query'] });
  const body = route.body === undefined ? undefined : toSchema(route.body, 'input', schemas);
  return {
    operationId: operationIdOf(route),
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(route.access === 'public' ? { security: [{}, { session: [] }] } : { security: [{ session: [] }] }),
    'x-access': describeAccess(route.access),
    'x-cost': costOf(route),
    parameters: [
      ...parameter('path', route.params),
      ...parameter('query', route.query),
      ...(route.idempotent === true ? [idempotencyHeader] : []),
      ...(route.secretHeader === undefined ? [] : [secretHeader(route.secretHeader)]),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: body, example: given.body ?? example(body) } },
          },
        }),
    responses: responses(route, schemas, (schema) => given.response ?? example(schema)),
  };
}

/** Adds the holders of the capability, so that readers need no other table. */
function describeAccess(access: Access) {
  if (typeof access !== 'object') return access;
  const { name, heldBy, ownersOf } = access.may;
  return { may: name, heldBy, ...(ownersOf === undefined ? {} : { ownersOf }) };
}

/** `GET /api/assets/{assetId}` becomes `get_assets_assetId`. */
export function operationIdOf(route: RouteDefinition): string {
  const words = route.path.replace(/^\/api\//, '').match(/[A-Za-z0-9]+/g) ?? [];
  return [route.method.toLowerCase(), ...words].join('_');
}

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes the request safe to repeat: the same key with the same body takes effect only once.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

const secretHeader = (name: string) => ({
  name,
  in: 'header',
  required: false,
  description: 'The secret that an earlier answer gave to a caller without an account.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
});

function parameters(
  place: 'path' | 'query',
  schema: z.ZodObject | undefined,
  schemas: Record<string, JsonSchema>,
  { words, given = {} }: { words: ExampleWords; given: RouteExample['params'] },
) {
  if (schema === undefined) return [];
  return Object.entries(schema.shape).map(([name, field]) => {
    const { description, ...json } = toSchema(field as z.ZodType, 'input', schemas);
    const required = place === 'path' || !(field as z.ZodType).safeParse(undefined).success;
    const example = given[name] ?? (required ? exampleOf(json, { components: schemas, words }, name) : undefined);
    return {
      name,
      in: place,
      required,
      ...(description === undefined ? {} : { description }),
      schema: json,
      ...(example === undefined ? {} : { example }),
    };
  });
}

function responses(
  route: RouteDefinition,
  schemas: Record<string, JsonSchema>,
  example: (schema: JsonSchema) => unknown,
) {
  const types =
    route.responseType === undefined
      ? ['application/json', ...(route.alsoProduces ?? [])]
      : [route.responseType, ...(route.alsoProduces ?? [])];
  const json = () => {
    const schema = toSchema(route.response, 'output', schemas);
    return { schema, example: example(schema) };
  };
  const content = Object.fromEntries(
    types.map((type) => [
      type.split(';')[0] ?? type,
      type === 'application/json' ? json() : { schema: { type: 'string' } },
    ]),
  );
  const byStatus = Map.groupBy(errorsOf(route), (kind) => kind.status);
  const errors = [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, kinds]) => [
      String(status),
      {
        description: kinds.map((kind) => `${kind.title} (${kind.code})`).join('; '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        'x-errors': kinds.map(describeError),
      },
    ]);
  return { [String(route.status ?? 200)]: { description: route.summary, content }, ...Object.fromEntries(errors) };
}

const describeError = ({ code, status, title }: ErrorKind) => ({ code, status, title });

/**
 * Returns every kind of refusal of a route: the ones it lists, those that follow from its access and input, the rate
 * limit, and the database outage that any route may report.
 */
export function errorsOf(route: RouteDefinition): ErrorKind[] {
  const takesInput = route.params !== undefined || route.query !== undefined || route.body !== undefined;
  return [
    ...(takesInput ? [validationFailed] : []),
    ...(route.access === 'public' ? [] : [unauthenticated]),
    ...(typeof route.access === 'object' ? [forbidden] : []),
    ...(route.errors ?? []).filter((kind) => kind !== tooManyRequests && kind !== unavailable),
    ...(costOf(route) === 'unlimited' ? [] : [tooManyRequests]),
    unavailable,
  ];
}

function toSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, JsonSchema>): JsonSchema {
  const {
    $schema: _,
    $defs,
    ...json
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] ??= relink(definition) as JsonSchema;
  return relink(json) as JsonSchema;
}

const values = new Set(['const', 'default', 'enum', 'example', 'examples']);

/**
 * Resolves references to the document's components, and removes keywords that are not JSON Schema: the schema's own `id`,
 * not a field of that name.
 */
function relink(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(relink);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, inner]) => key !== '~standard' && !(key === 'id' && typeof inner === 'string'))
      .map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? inner.replace('#/$defs/', '#/components/schemas/')
          : values.has(key)
            ? inner
            : relink(inner),
      ]),
  );
}
