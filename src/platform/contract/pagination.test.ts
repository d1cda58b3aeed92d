import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from './openapi.ts';
import { PageNumber, pageSize, paginate } from './pagination.ts';
import { route } from './route.ts';

describe('a page', () => {
  test.each([
    [
      { total: 0, page: 1, limit: 10 },
      { totalPages: 0, hasPrev: false, hasNext: false },
    ],
    [
      { total: 10, page: 1, limit: 10 },
      { totalPages: 1, hasPrev: false, hasNext: false },
    ],
    [
      { total: 11, page: 1, limit: 10 },
      { totalPages: 2, hasPrev: false, hasNext: true },
    ],
    [
      { total: 11, page: 2, limit: 10 },
      { totalPages: 2, hasPrev: true, hasNext: false },
    ],
    [
      { total: 11, page: 9, limit: 10 },
      { totalPages: 2, hasPrev: true, hasNext: false },
    ],
    [
      { total: 0, page: 3, limit: 10 },
      { totalPages: 0, hasPrev: false, hasNext: false },
    ],
  ])('%j', (of, expected) => {
    expect(paginate(of)).toEqual({ ...of, totalIsEstimate: false, ...expected });
  });

  test('parses number and size from text, with defaults and bounds', () => {
    expect([PageNumber.parse(undefined), PageNumber.parse('7')]).toEqual([1, 7]);
    for (const wrong of ['0', '-1', '1.5', 'x', '1000001']) expect(PageNumber.safeParse(wrong).success).toBe(false);
    const limit = pageSize(10, 100);
    expect([limit.parse(undefined), limit.parse('100')]).toEqual([10, 100]);
    expect(limit.safeParse('101').success).toBe(false);
  });
});

describe('the OpenAPI document of a route', () => {
  const thing = route({
    method: 'POST',
    path: '/api/things/{id}',
    tag: 'Things',
    summary: 'Make a thing',
    access: { may: { name: 'make things', title: 'Make things', heldBy: ['maker'], ownersOf: 'workshop' } },
    idempotent: true,
    status: 201,
    params: z.object({ id: z.string() }),
    query: z.strictObject({ page: PageNumber, word: z.string() }),
    body: z.strictObject({ name: z.string().default('x') }),
    response: z.object({ made: z.object({ a: z.int() }).meta({ id: 'Thing' }) }),
  });
  const document = openApiDocument([thing], { title: 't', version: '1', description: 'd' });
  const operation = (document.paths['/api/things/{id}'] as Record<string, Record<string, unknown>>)['post']!;

  test('publishes who holds the required capability', () => {
    const operation = (document.paths as Record<string, Record<string, object>>)['/api/things/{id}']?.['post'];
    expect(operation).toMatchObject({ 'x-access': { may: 'make things', heldBy: ['maker'], ownersOf: 'workshop' } });
  });

  test('marks required and optional parameters', () => {
    expect(operation['parameters']).toMatchObject([
      { name: 'id', in: 'path', required: true },
      { name: 'page', in: 'query', required: false, schema: { default: 1 } },
      { name: 'word', in: 'query', required: true },
      { name: 'Idempotency-Key', in: 'header', required: false },
    ]);
    const { content } = operation['requestBody'] as { content: Record<string, { schema: Record<string, unknown> }> };
    expect(content['application/json']?.schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(content['application/json']?.schema).not.toHaveProperty('required');
  });

  test('contains a named schema once, under components', () => {
    expect(document.components.schemas).toMatchObject({ Thing: { type: 'object' }, Problem: { type: 'object' } });
    expect(JSON.stringify(operation)).toContain('#/components/schemas/Thing');
    expect(Object.keys(operation['responses'] as object)).toEqual(['201', '400', '401', '403', '429', '503']);
  });
});
