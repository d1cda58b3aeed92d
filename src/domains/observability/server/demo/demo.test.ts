import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSpan } from '#platform/server/telemetry/in-span.ts';
import { accepting, type Behavior, type Collector, startCollector } from '#tests/support/collector/collector.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { demo } from '../../contract.ts';
import { createDemo } from './run-demo.ts';

const limits = { exportMilliseconds: 700, confirmMilliseconds: 700 };

describe('with Phoenix configured', () => {
  let phoenix: Collector;
  let server: TestServer;
  let auditor: TestAccount;
  beforeAll(async () => {
    phoenix = await startCollector();
    server = await startTestServer({
      environment: {
        PHOENIX_COLLECTOR_ENDPOINT: phoenix.url,
        PHOENIX_API_KEY: 'px-secret',
        PHOENIX_PROJECT_NAME: 'cairn demo',
        OTEL_TRACES_SAMPLER_ARG: '0',
      },
    });
    auditor = await server.account('other');
  });
  afterAll(async () => {
    await server.stop();
    await phoenix.stop();
  });
  beforeEach(() => {
    phoenix.behave(accepting);
    phoenix.store(true);
  });

  const ask = async () =>
    inSpan('cairn.assistant', 'answer', { 'openinference.span.kind': 'AGENT' }, async () => 'Yes.');
  const run = () => createDemo(server.services.telemetry, ask, limits)(undefined);

  test('is confirmed when Phoenix returns the trace, whatever the sampling ratio', async () => {
    const { status, body, text } = await server.call(demo, {}, { as: auditor });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'confirmed',
      exportStatus: 200,
      link: `/observability?trace=${body.traceId}`,
      phoenixLink: `${phoenix.url}/redirects/traces/${body.traceId}`,
      steps: [
        { name: 'ask', done: true },
        { name: 'trace', done: true },
        { name: 'export', done: true },
        { name: 'confirm', done: true },
      ],
    });
    expect(body.spans).toBeGreaterThanOrEqual(3);
    const sent = phoenix.spans().filter(({ traceId }) => traceId === body.traceId);
    expect(sent.map(({ attributes }) => attributes['openinference.span.kind'])).toEqual(
      expect.arrayContaining(['CHAIN', 'AGENT', 'TOOL']),
    );
    expect(sent.every(({ attributes }) => attributes['openinference.span.kind'] !== undefined)).toBe(true);
    expect(phoenix.reads[0]).toMatchObject({
      path: expect.stringContaining('/v1/projects/cairn%20demo/spans?'),
      headers: { authorization: 'Bearer px-secret' },
    });
    expect(text).not.toContain('px-secret');
  });

  test('is accepted when Phoenix accepts the trace but does not return it', async () => {
    phoenix.store(false);
    expect(await run()).toMatchObject({
      state: 'accepted',
      exportStatus: 200,
      phoenixLink: null,
      steps: [{}, {}, { name: 'export', done: true }, { name: 'confirm', done: false }],
    });
  });

  const refusals: readonly { how: string; behavior: Behavior; exportStatus: number | null }[] = [
    { how: 'refuses the key', behavior: { kind: 'status', status: 401 }, exportStatus: 401 },
    { how: 'drops the connection', behavior: { kind: 'reset' }, exportStatus: null },
    { how: 'hangs', behavior: { kind: 'hang' }, exportStatus: null },
    { how: 'refuses every span', behavior: { kind: 'partial', rejected: 99, message: 'no' }, exportStatus: 200 },
  ];
  test.each(refusals)('is rejected when Phoenix $how', async ({ behavior, exportStatus }) => {
    // Each case has its own server, because a hanging export keeps the queue busy.
    const own = await startTestServer({
      beside: server.database,
      environment: { PHOENIX_COLLECTOR_ENDPOINT: phoenix.url },
    });
    phoenix.behave(behavior);
    const result = await createDemo(own.services.telemetry, ask, limits)(undefined);
    expect(result).toMatchObject({ state: 'rejected', exportStatus, phoenixLink: null });
    expect(result.steps[2]).toMatchObject({ name: 'export', done: false, detail: expect.any(String) });
    await own.stop();
  });

  test('runs one at a time and refuses a second', async () => {
    phoenix.store(false);
    const both = await Promise.all([server.call(demo, {}, { as: auditor }), server.call(demo, {}, { as: auditor })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.problem.code).toBe('observability.demo_running');
  });
});

describe('with nothing configured', () => {
  test('stores a real trace and reports that it was not exported', async () => {
    const server = await startTestServer();
    const { body } = await server.call(demo, {}, { as: await server.account('manufacturer') });
    expect(body).toMatchObject({
      state: 'not_configured',
      exportStatus: null,
      phoenixLink: null,
      steps: [{ done: true }, { done: true }, { done: false }, { done: false }],
    });
    expect(server.services.telemetry.ring.find(body.traceId)?.spans.length).toBe(body.spans);
    await server.stop();
  });

  test('fails when the question fails, and its trace shows the failure', async () => {
    const server = await startTestServer();
    const { telemetry } = server.services;
    const failing = createDemo(telemetry, () => Promise.reject(new Error('no engine')), limits);
    await expect(failing(undefined)).rejects.toThrow('no engine');
    expect(telemetry.ring.list()[0]).toMatchObject({ root: { name: 'phoenix demo', failed: true } });
    await expect(failing(undefined)).rejects.toThrow('no engine');
    await server.stop();
  });
});
