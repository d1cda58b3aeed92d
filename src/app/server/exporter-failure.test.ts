import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readChain } from '#domains/ledger/contract.ts';
import { health } from '#domains/observability/contract.ts';
import { type Behavior, type Collector, startCollector } from '#tests/support/collector/collector.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

let collector: Collector;
let server: TestServer;
let maker: TestAccount;
beforeAll(async () => {
  collector = await startCollector();
  server = await startTestServer({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, PHOENIX_COLLECTOR_ENDPOINT: collector.url },
  });
  maker = await server.account('manufacturer');
});
afterAll(() => collector.stop());

const anyBehavior: fc.Arbitrary<Behavior> = fc.constantFrom<Behavior>(
  { kind: 'status', status: 200 },
  { kind: 'status', status: 401 },
  { kind: 'status', status: 503 },
  { kind: 'hang' },
  { kind: 'reset' },
  { kind: 'partial', rejected: 1, message: 'no' },
);

/** Far above the duration of a request, far below that of an export. */
const REQUEST_MILLISECONDS = 1500;
let asset = 0;

test('requests and appends succeed without waiting for an export, regardless of the fate of the traces', async () => {
  const anyRequest = fc.constantFrom('read', 'append', 'probe', 'flush');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(anyBehavior, anyRequest), { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const [behavior, request] of steps) {
        collector.behave(behavior);
        const { collector: queue } = server.services.telemetry;
        // An export is in flight while the request is served.
        void queue?.flush(10);
        const start = performance.now();
        if (request === 'append') await record(server, maker, 'manufactured', `TROUBLE-${asset++}`);
        else expect((await server.call(request === 'read' ? readChain : health, {})).status).toBe(200);
        expect(performance.now() - start).toBeLessThan(REQUEST_MILLISECONDS);
      }
    }),
    { numRuns: 25 },
  );
});

test('a server whose collector hangs stops within its deadline', async () => {
  collector.behave({ kind: 'hang' });
  for (let n = 0; n < 20; n += 1) await server.call(health, {});
  const start = performance.now();
  await server.stop();
  expect(performance.now() - start).toBeLessThan(4000);
});
