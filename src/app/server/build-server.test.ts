import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { health } from '#domains/observability/contract.ts';
import { Problem } from '#platform/contract/errors.ts';
import { errorsOf } from '#platform/contract/openapi.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { routes } from './domains.ts';

let server: TestServer;
let maker: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
});
afterAll(() => server.stop());

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers });

describe('GET /api/health', () => {
  test('reports that the server is ready, with the numbers of the specification and those of the bars', async () => {
    await record(server, maker, 'manufactured', 'HEALTH-1');
    await server.publish();
    expect((await server.call(health, {})).body).toEqual({
      status: 'ok',
      blockchain_valid: true,
      blockchain_state: 'valid',
      blockchain_length: 2,
      total_participants: 1,
      blockGeneration: {
        percent: null,
        objectivePercent: 95,
        explanation: '1 of the last 1 event saved within 0.1 seconds.',
      },
      networkSync: { percent: 100, objectivePercent: 100, explanation: expect.any(String) },
      demo: false,
      billing: true,
      version: '0.0.0-test',
      startedAt: '2026-01-01T00:00:00.000Z',
    });
  });

  test('measures how far behind the verifier is', async () => {
    await record(server, maker, 'quality_check', 'HEALTH-1');
    const { networkSync } = (await server.call(health, {})).body;
    expect(networkSync).toMatchObject({ percent: 66.6, explanation: '1 of 3 blocks not verified yet.' });
    await server.publish();
  });

  test('answers 503 with a reason and retry-after while the server starts or stops', async () => {
    server.setReady(false);
    const { status, problem, headers } = await server.call(health, {});
    expect([status, problem.code, headers['retry-after']]).toEqual([503, 'server.unavailable', '1']);
    server.setReady(true);
    expect((await server.call(health, {})).status).toBe(200);
  });

  test('reports a broken chain', async () => {
    await server.database.tamper(`update blocks set action = 'x' where index = 1`);
    await server.verifier.scrubAll();
    expect((await server.call(health, {})).body.blockchain_valid).toBe(false);
    await server.database.tamper(`update blocks set action = 'manufactured' where index = 1`);
    await server.verifier.scrubAll();
  });
});

type Json = { [key: string]: Json } & Json[] & string;

describe('GET /api/openapi.json', () => {
  const read = async () => (await get('/api/openapi.json')).json<Record<string, Json>>();

  test('is an OpenAPI 3.1 document that contains exactly the routes, each with a unique id', async () => {
    const document = await read();
    expect(document['openapi']).toBe('3.1.0');
    expect(document['info']).toMatchObject({ title: 'Cairn API', version: '0.0.0-test' });
    const operations = Object.entries(document['paths']!).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted());
    const ids = Object.values(document['paths']!).flatMap((methods) =>
      Object.values(methods).map((one) => one['operationId']),
    );
    expect(new Set(ids).size).toBe(routes.length);
  });

  test('every reference in it resolves', async () => {
    const document = await read();
    const references: string[] = [];
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        if (key === '$ref') references.push(String(inner));
        else collect(inner);
      }
    };
    collect(document);
    expect(references.length).toBeGreaterThan(20);
    for (const reference of new Set(references)) {
      expect(reference).toMatch(/^#\/components\/schemas\/\w+$/);
      expect(document['components']!['schemas'], reference).toHaveProperty([reference.split('/').at(-1)!]);
    }
  });

  test.each(routes.map((route) => ({ name: `${route.method} ${route.path}`, route })))(
    '$name: describes parameters, body, responses and access as the server checks them',
    async ({ route }) => {
      const operation = (await read())['paths']![route.path]![route.method.toLowerCase()]!;
      const parameters = operation['parameters'] as unknown as { name: string; in: string; required: boolean }[];
      const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(inPath);
      for (const one of parameters) if (one.in === 'path') expect(one.required).toBe(true);
      const query = Object.keys(route.query?.shape ?? {});
      expect(parameters.filter((one) => one.in === 'query').map((one) => one.name)).toEqual(query);
      expect('requestBody' in operation).toBe(route.body !== undefined);
      expect(parameters.some((one) => one.in === 'header')).toBe(
        route.idempotent === true || route.secretHeader !== undefined,
      );
      const statuses = new Set([route.status ?? 200, ...errorsOf(route).map((kind) => kind.status)]);
      expect(Object.keys(operation['responses']!)).toEqual([...statuses].toSorted((a, b) => a - b).map(String));
      expect(JSON.stringify(operation['security'])).toContain(route.access === 'public' ? '{}' : 'session');
      expect(operation['summary']).toBe(route.summary);
    },
  );
});

describe('every answer', () => {
  test.each(['/api/nothing', '/nothing', '/log/nothing', '/api/assets/a/b/c'])(
    'is 404 for %s, which is not a route',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(Problem.parse(answer.json())).toMatchObject({
        code: 'request.not_found',
        detail: `There is no GET ${url}.`,
        hint: 'GET /api/openapi.json lists every route.',
      });
    },
  );

  test('is 404 for a method that a path does not have', async () => {
    const answer = await server.app.inject({ method: 'PUT', url: '/api/assets', payload: {} });
    expect(answer.json()).toMatchObject({ status: 404, detail: 'There is no PUT /api/assets.' });
  });

  test('has its own request id, and a failure never reveals its cause', async () => {
    const ids = new Set(
      (await Promise.all([1, 2, 3].map(() => get('/api/nothing')))).map((answer) => answer.json().requestId),
    );
    expect(ids.size).toBe(3);
    await server.database.sql('alter table trace_totals rename to hidden');
    const answer = await get('/api/dashboard-stats');
    await server.database.sql('alter table hidden rename to trace_totals');
    expect(answer.json()).toMatchObject({ status: 500, code: 'server.internal' });
    expect(answer.payload).not.toMatch(/trace_totals|relation|select/i);
  });

  test('is compressed when long, if the client accepts it, with the same content', async () => {
    for (let i = 0; i < 30; i++)
      await record(server, maker, 'quality_check', 'HEALTH-1', { location: 'x'.repeat(200) });
    for (const encoding of ['br', 'gzip']) {
      const answer = await get('/api/chain', { 'accept-encoding': encoding });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.rawPayload.length).toBeLessThan((await get('/api/chain')).rawPayload.length / 2);
    }
    expect(
      (await get('/api/participant-stats', { 'accept-encoding': 'br' })).headers['content-encoding'],
    ).toBeUndefined();
  });

  test('has strict transport security only in production', async () => {
    expect((await get('/api/health')).headers).not.toHaveProperty('strict-transport-security');
    const production = await startTestServer({ production: true });
    for (const url of ['/api/health', '/api/nothing', '/api/assets/%'])
      expect((await production.app.inject({ method: 'GET', url })).headers).toMatchObject({
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
        'content-security-policy': expect.stringContaining("base-uri 'none'"),
      });
    await production.stop();
  });

  test('to HEAD equals that to GET without its body', async () => {
    const answer = await server.app.inject({ method: 'HEAD', url: '/api/health' });
    expect([answer.statusCode, answer.payload]).toEqual([200, '']);
  });
});
