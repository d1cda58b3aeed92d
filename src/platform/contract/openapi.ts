import { z } from 'zod';
import { type ErrorKind, forbidden, Problem, tooManyRequests, unauthenticated, validationFailed } from './errors.ts';
import type { RouteDefinition } from './route.ts';

type JsonSchema = Record<string, unknown>;

/**
 * Gives the OpenAPI 3.1 document of these routes: every path, parameter, body, answer and error, as the server checks
 * them. Schemas with an id stand under `components.schemas` once.
 */
export function openApiDocument(
  routes: readonly RouteDefinition[],
  about: { title: string; version: string; description: string },
) {
  const schemas: Record<string, JsonSchema> = {};
  const paths: Record<string, Record<string, unknown>> = {};
  schemas['Problem'] = toSchema(Problem, 'output', schemas);
  for (const route of routes) {
    paths[route.path] ??= {};
    Object.assign(paths[route.path] ?? {}, { [route.method.toLowerCase()]: operation(route, schemas) });
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
  };
}

function operation(route: RouteDefinition, schemas: Record<string, JsonSchema>) {
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(route.access === 'public' ? { security: [{}, { session: [] }] } : { security: [{ session: [] }] }),
    'x-access': typeof route.access === 'object' ? { may: route.access.may } : route.access,
    parameters: [
      ...parameters('path', route.params, schemas),
      ...parameters('query', route.query, schemas),
      ...(route.idempotent === true ? [idempotencyHeader] : []),
    ],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: toSchema(route.body, 'input', schemas) } },
          },
        }),
    responses: responses(route, schemas),
  };
}

/** `GET /api/assets/{assetId}` becomes `get_assets_assetId`. */
function operationId(route: RouteDefinition): string {
  const words = route.path.replace(/^\/api\//, '').match(/[A-Za-z0-9]+/g) ?? [];
  return [route.method.toLowerCase(), ...words].join('_');
}

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes the request safe to repeat: the same key with the same body has its effect once.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined, schemas: Record<string, JsonSchema>) {
  if (schema === undefined) return [];
  return Object.entries(schema.shape).map(([name, field]) => {
    const { description, ...json } = toSchema(field as z.ZodType, 'input', schemas);
    const required = place === 'path' || !(field as z.ZodType).safeParse(undefined).success;
    return { name, in: place, required, ...(description === undefined ? {} : { description }), schema: json };
  });
}

function responses(route: RouteDefinition, schemas: Record<string, JsonSchema>) {
  const types =
    route.responseType === undefined
      ? ['application/json', ...(route.alsoProduces ?? [])]
      : [route.responseType, ...(route.alsoProduces ?? [])];
  const content = Object.fromEntries(
    types.map((type) => [
      type.split(';')[0] ?? type,
      type === 'application/json'
        ? { schema: toSchema(route.response, 'output', schemas) }
        : { schema: { type: 'string' } },
    ]),
  );
  const byStatus = new Map<number, ErrorKind[]>();
  for (const kind of errorsOf(route)) byStatus.set(kind.status, [...(byStatus.get(kind.status) ?? []), kind]);
  const errors = [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, kinds]) => [
      String(status),
      {
        description: kinds.map((kind) => `${kind.title} (${kind.code})`).join('; '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]);
  return { [String(route.status ?? 200)]: { description: route.summary, content }, ...Object.fromEntries(errors) };
}

/** Every kind of refusal that a route can answer with: what it lists, and what follows from its access and input. */
export function errorsOf(route: RouteDefinition): ErrorKind[] {
  const takesInput = route.params !== undefined || route.query !== undefined || route.body !== undefined;
  return [
    ...(takesInput ? [validationFailed] : []),
    ...(route.access === 'public' ? [] : [unauthenticated]),
    ...(typeof route.access === 'object' ? [forbidden] : []),
    ...(route.errors ?? []).filter((kind) => kind !== tooManyRequests),
    ...(route.errors?.includes(tooManyRequests) === true ? [tooManyRequests] : []),
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

function relink(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relink);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '~standard' && key !== 'id')
      .map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? inner.replace('#/$defs/', '#/components/schemas/')
          : relink(inner),
      ]),
  );
}
