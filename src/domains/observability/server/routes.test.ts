import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEvent } from '#domains/trace/contract.ts';
import type { CallInput } from '#platform/contract/route.ts';
import { type Collector, startCollector } from '#tests/support/collector/collector.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { health, listTraces, readTrace, status } from '../contract.ts';

let server: TestServer;
let maker: TestAccount;
let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
  server = await startTestServer({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20very-secret',
      CAIRN_METRICS_TOKEN: 'a-token-of-tests-0123',
    },
  });
  maker = await server.account('manufacturer');
});
afterAll(async () => {
  await server.stop();
  await collector.stop();
});

const traceOf = async (headers: Record<string, unknown>) => {
  const traceId = String(headers['traceresponse']).split('-')[1] ?? '';
  return (await server.call(readTrace, { params: { traceId } }, { as: maker })).body;
};

describe('the trace of a request', () => {
  test('is named after the route, has a span per statement without values, and shows the steps of its append', async () => {
    const body = {
      user: maker.username,
      action: 'manufactured' as const,
      asset_id: 'SECRET-ASSET-1',
      meta: { name: 'Secret name', category: 'Food' as const },
    };
    const { status: code, headers } = await server.call(addEvent, { body }, { as: maker });
    expect(code).toBe(200);
    const trace = await traceOf(headers);
    expect(trace).toMatchObject({ name: 'POST /api/add-event', route: '/api/add-event', status: 200, failed: false });
    const names = trace.tree.map(({ name }) => name);
    expect(names[0]).toBe('POST /api/add-event');
    expect(names).toContain('select sessions');
    expect(names).toEqual(expect.arrayContaining(['append', 'wait for batch', 'commit batch']));
    const append = trace.tree.find(({ name }) => name === 'append');
    expect(append?.attributes).toMatchObject({ 'cairn.batch.requests': 1, 'cairn.batch.blocks': 1 });
    for (const secret of ['SECRET-ASSET-1', 'Secret name', maker.username, maker.token])
      expect(JSON.stringify(trace)).not.toContain(secret);
  });

  test('is found by the request id of an error', async () => {
    const refused = await server.call(health, { query: { surprise: 1 } } as never);
    const { requestId } = refused.problem;
    const found = await server.call(readTrace, { params: { traceId: requestId } }, { as: maker });
    expect(found.body).toMatchObject({ traceId: requestId.replaceAll('-', ''), status: 400, name: 'GET /api/health' });
  });

  test('links to the span of a well-formed traceparent and keeps its own id', async () => {
    const theirs = 'c'.repeat(32);
    await server.call(health, {}, { headers: { traceparent: `00-${theirs}-${'d'.repeat(16)}-01` } });
    await server.services.telemetry.collector?.flush(5000);
    const linked = collector.spans().find(({ links }) => links.includes(theirs));
    expect(linked).toMatchObject({ name: 'GET /api/health' });
    expect(linked?.traceId).not.toBe(theirs);
    expect(collector.received[0]?.headers.authorization).toBe('Bearer very-secret');
  });

  test('never takes its name from an unknown path', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/api/made-up/123456789' });
    const traceId = String(answer.headers['traceresponse']).split('-')[1] ?? '';
    const { body } = await server.call(readTrace, { params: { traceId } }, { as: maker });
    expect(JSON.stringify(body)).not.toContain('123456789');
  });
});

describe('the list of traces', () => {
  test('returns the newest first and applies each filter', async () => {
    await server.call(health, {});
    const page = async (query: NonNullable<CallInput<typeof listTraces>['query']>) =>
      (await server.call(listTraces, { query }, { as: maker })).body;
    const all = await page({ limit: 100 });
    const begun = all.traces.map(({ startedAt }) => Date.parse(startedAt));
    expect(begun).toEqual(begun.toSorted((a, b) => b - a));
    expect((await page({ route: '/API/health' })).traces.every(({ name }) => name === 'GET /api/health')).toBe(true);
    expect((await page({ status: '4xx' })).traces.every(({ status: code }) => code !== null && code >= 400)).toBe(true);
    expect((await page({ minMilliseconds: 3_600_000 })).traces).toEqual([]);
    const [first] = all.traces;
    expect((await page({ traceId: first!.traceId })).traces).toMatchObject([{ traceId: first?.traceId }]);
    const one = await page({ limit: 1, page: 2 });
    expect(one.pagination).toMatchObject({ page: 2, limit: 1, hasPrev: true });
    expect(one.traces).toHaveLength(1);
  });
});

describe('the status', () => {
  test('reports configuration and measurements without keys or URLs', async () => {
    await record(server, maker, 'manufactured', 'MEASURED-1');
    const { body, text } = await server.call(status, {}, { as: maker });
    expect(body).toMatchObject({
      integrationStatus: 'collector',
      configuration: { enabled: true, endpoint: new URL(collector.url).host, hasApiKey: true, serviceName: 'cairn' },
      exporters: [{ destination: 'collector', dropped: 0, failed: 0 }],
    });
    expect(body.ledger.batches).toBeGreaterThan(0);
    expect(body.ledger.largestBatchSize).toBeGreaterThan(0);
    const adding = body.routes.find(({ route }) => route === '/api/add-event');
    expect(adding).toMatchObject({ method: 'POST', serverErrors: 0 });
    expect(adding?.p99).toBeGreaterThanOrEqual(adding?.p50 ?? Number.NaN);
    expect(text).not.toContain('very-secret');
    expect(text).not.toContain('/v1/traces');
    expect(text).not.toContain('a-token-of-tests');
  });

  test('retains the counts of the objectives across a restart', async () => {
    const { body: before } = await server.call(status, {}, { as: maker });
    const again = await startTestServer({ beside: server.database, clock: server.clock });
    const { body: after } = await again.call(status, {}, { as: maker });
    await again.stop();
    for (const [n, objective] of before.objectives.entries())
      expect(after.objectives[n]?.total).toBeGreaterThanOrEqual(objective.total);
    const appends = after.objectives.find(({ id }) => id === 'appends-in-time');
    expect(appends).toMatchObject({ bad: 0, met: true, goodPercent: 100, budgetLeft: 1 });
    expect(appends?.total).toBeGreaterThan(0);
  });
});

describe('/metrics', () => {
  const scrape = (headers: Record<string, string> = {}, from = server) =>
    from.app.inject({ method: 'GET', url: '/metrics', headers });

  test('requires the metrics token', async () => {
    expect((await scrape()).statusCode).toBe(401);
    expect((await scrape({ authorization: 'Bearer a-token-of-tests-0124' })).statusCode).toBe(401);
    expect((await scrape({ authorization: `Bearer ${maker.token}` })).statusCode).toBe(401);
    const { statusCode, payload } = await scrape({ authorization: 'Bearer a-token-of-tests-0123' });
    expect(statusCode).toBe(200);
    for (const name of [
      'cairn_http_request_duration_seconds_bucket',
      'cairn_ledger_appended_blocks_total',
      'cairn_ledger_batch_size_count',
      'cairn_verifier_lag_blocks',
      'cairn_database_pool_open',
      'nodejs_eventloop_lag_p99_seconds',
      'cairn_exporter_collector_spans_sent',
    ])
      expect(payload).toMatch(new RegExp(`^${name}`, 'm'));
    expect(payload).toContain('route="/api/add-event",status="2xx"');
  });

  test('counts current blocks, also after the clock is set back', async () => {
    const blocks = async () => {
      const { payload } = await scrape({ authorization: 'Bearer a-token-of-tests-0123' });
      return Number(/^cairn_ledger_blocks (\d+)$/m.exec(payload)?.[1]);
    };
    server.clock.advance(3_600_000);
    const before = await blocks();
    server.clock.advance(-3_600_000);
    await record(server, maker, 'manufactured', 'MEASURED-2');
    expect(await blocks()).toBe(before + 1);
  });

  test('is not served without a token', async () => {
    const without = await startTestServer({ beside: server.database });
    expect((await scrape({ authorization: 'Bearer a-token-of-tests-0123' }, without)).statusCode).toBe(404);
    await without.stop();
  });
});
