import { Validator } from '@cfworker/json-schema';
import { describe, expect, test } from 'vitest';
import { routes } from '#app/server/domains.ts';
import type { RouteDefinition } from '#platform/contract/route.ts';
import { describeApi } from './index.ts';

type Parameter = { name: string; in: string; schema: object; example?: unknown };
type Media = { schema: object; example?: unknown };
type Operation = {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content: Record<string, Media>; 'x-errors'?: { code: string; status: number }[] }>;
};

const document = describeApi(routes, '1.0.0');
const { components } = document;
const operationOf = (route: RouteDefinition) =>
  (document.paths[route.path] as Record<string, Operation>)[route.method.toLowerCase()]!;
const named = routes.map((route) => ({ name: `${route.method} ${route.path}`, route }));

/** Returns how the value violates the schema. */
function complaints(schema: object, value: unknown) {
  const { errors } = new Validator({ ...schema, components } as never, '2020-12', false).validate(value);
  return errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
}

describe('the examples of the document', () => {
  test.each(named)('$name: every example matches its schema and the route accepts its parts', ({ route }) => {
    const { parameters, requestBody, responses } = operationOf(route);
    for (const { schema, example } of parameters)
      if (example !== undefined) expect(complaints(schema, example)).toEqual([]);
    for (const place of ['path', 'query'] as const) {
      const given = parameters.filter((each) => each.in === place && each.example !== undefined);
      const part = place === 'path' ? route.params : route.query;
      const values = Object.fromEntries(given.map(({ name, example }) => [name, String(example)]));
      if (part !== undefined) expect(part.safeParse(values).error).toBeUndefined();
    }
    for (const { schema, example } of Object.values(requestBody?.content ?? {})) {
      expect(complaints(schema, example)).toEqual([]);
      expect(route.body?.safeParse(example).error).toBeUndefined();
    }
    const answer = responses[String(route.status ?? 200)]?.content['application/json'];
    if (answer === undefined) return;
    expect(complaints(answer.schema, answer.example)).toEqual([]);
    expect(route.response.safeParse(answer.example).error).toBeUndefined();
  });

  test('detects a value that violates its schema', () => {
    const { requestBody } = operationOf(routes.find((route) => route.path === '/api/add-event')!);
    const { schema, example } = requestBody!.content['application/json']!;
    expect(complaints(schema, { ...(example as object), action: 7 })).not.toEqual([]);
  });
});

test('each operation has a unique id', () => {
  const ids = routes.map((route) => operationOf(route).operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('each error of a contract is documented with its code and status', () => {
  for (const { route } of named) {
    const told = Object.entries(operationOf(route).responses).flatMap(([status, { 'x-errors': errors = [] }]) =>
      errors.map((error) => {
        expect(error.status).toBe(Number(status));
        return error.code;
      }),
    );
    for (const { code } of route.errors ?? []) expect(told).toContain(code);
  }
});
