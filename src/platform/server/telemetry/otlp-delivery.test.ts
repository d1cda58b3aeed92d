import { context, trace } from '@opentelemetry/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accepting, type Behavior, type Collector, startCollector } from '#tests/support/collector/collector.ts';
import { createExportQueue, type Delivery, QUEUE_MAX } from './export-queue.ts';
import type { FinishedSpan } from './finished-span.ts';
import { createOtlpDelivery } from './otlp-delivery.ts';
import { openTelemetry } from './telemetry.ts';
import { readTelemetryConfig } from './telemetry-config.ts';

let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());
beforeEach(() => collector.behave(accepting));

/** Returns spans created the same way as the product's. */
function someSpans(count: number): FinishedSpan[] {
  const telemetry = openTelemetry(readTelemetryConfig({ ...defaults }), '1.2.3');
  const spans: FinishedSpan[] = [];
  for (let n = 0; n < count; n += 1) {
    const span = trace.getTracer('test').startSpan(`work ${n}`, { root: true }, context.active());
    span.end();
    spans.push(span as unknown as FinishedSpan);
  }
  void telemetry.stop();
  return spans;
}

const defaults = {
  OTEL_SERVICE_NAME: 'cairn',
  OTEL_TRACES_SAMPLER_ARG: 1,
  OPENINFERENCE_HIDE_INPUTS: true,
  OPENINFERENCE_HIDE_OUTPUTS: true,
} as Parameters<typeof readTelemetryConfig>[0];

const deliver = (spans: FinishedSpan[], headers: Record<string, string> = {}, milliseconds = 700): Promise<Delivery> =>
  createOtlpDelivery({ url: `${collector.url}/v1/traces`, headers }, milliseconds)(spans);

describe('a delivery over OTLP', () => {
  test('arrives as protobuf that a collector can decode, with the headers of its destination', async () => {
    const delivery = await deliver(someSpans(2), { authorization: 'Bearer k', 'x-project-name': 'p' });
    expect(delivery).toEqual({ accepted: 2, refused: 0, status: 200, error: undefined });
    const last = collector.received.at(-1);
    expect(last).toMatchObject({
      path: '/v1/traces',
      headers: { authorization: 'Bearer k', 'x-project-name': 'p', 'content-type': 'application/x-protobuf' },
      resource: { 'service.name': 'cairn', 'service.version': '1.2.3' },
      spans: [{ name: 'work 0' }, { name: 'work 1' }],
    });
  });

  test('sends no header that the environment sets for another destination', async () => {
    process.env['OTEL_EXPORTER_OTLP_HEADERS'] = 'x-secret=of-another';
    try {
      await deliver(someSpans(1));
    } finally {
      delete process.env['OTEL_EXPORTER_OTLP_HEADERS'];
    }
    expect(collector.received.at(-1)?.headers).not.toHaveProperty('x-secret');
  });

  const cases: readonly { does: string; behavior: Behavior; outcome: Partial<Delivery> }[] = [
    { does: 'refuses the key', behavior: { kind: 'status', status: 401 }, outcome: { status: 401, refused: 3 } },
    { does: 'refuses the format', behavior: { kind: 'status', status: 415 }, outcome: { status: 415, refused: 3 } },
    { does: 'is overloaded', behavior: { kind: 'status', status: 503 }, outcome: { status: 503, refused: 3 } },
    { does: 'never answers', behavior: { kind: 'hang' }, outcome: { status: undefined, refused: 3 } },
    { does: 'resets the connection', behavior: { kind: 'reset' }, outcome: { status: undefined, refused: 3 } },
    {
      does: 'accepts some spans',
      behavior: { kind: 'partial', rejected: 2, message: 'too old' },
      outcome: { accepted: 1, refused: 2, status: 200, error: '2 of 3 spans were rejected. too old' },
    },
  ];
  test.each(cases)('ends in time and reports why when the collector $does', async ({ behavior, outcome }) => {
    collector.behave(behavior);
    const start = performance.now();
    const delivery = await deliver(someSpans(3));
    expect(performance.now() - start).toBeLessThan(5000);
    expect(delivery).toMatchObject(outcome);
    expect(delivery.error).toEqual(expect.any(String));
  });

  test('reports a closed port', async () => {
    const gone = await startCollector();
    await gone.stop();
    const delivery = await createOtlpDelivery({ url: `${gone.url}/v1/traces`, headers: {} }, 500)(someSpans(1));
    expect(delivery).toMatchObject({ accepted: 0, refused: 1, status: undefined });
    expect(delivery.error).toContain('ECONNREFUSED');
  });

  test('does not follow redirects', async () => {
    const elsewhere = await startCollector();
    collector.behave({ kind: 'redirect', to: `${elsewhere.url}/v1/traces` });
    const delivery = await deliver(someSpans(1), { authorization: 'Bearer k' });
    expect(delivery).toMatchObject({ accepted: 0, status: 307 });
    expect(elsewhere.received).toEqual([]);
    await elsewhere.stop();
  });

  test('refuses addresses that serve credentials, and reports no header in its error', async () => {
    const to = createOtlpDelivery({ url: 'http://169.254.169.254/v1/traces', headers: { authorization: 'Bearer k9' } });
    const delivery = await to(someSpans(1));
    expect(delivery).toMatchObject({ accepted: 0, refused: 1, status: undefined });
    expect(delivery.error).toContain('169.254.169.254');
    expect(delivery.error).not.toContain('k9');
  });
});

describe('the queue of an exporter', () => {
  test('counts delivered and failed spans, with times', async () => {
    let now = 1000;
    const queue = createExportQueue(createOtlpDelivery({ url: `${collector.url}/v1/traces`, headers: {} }), () => now);
    for (const span of someSpans(4)) queue.add(span);
    expect(queue.state()).toMatchObject({ queued: 4, sent: 0 });
    await queue.flush(3000);
    now = 2000;
    collector.behave({ kind: 'status', status: 401 });
    for (const span of someSpans(2)) queue.add(span);
    await queue.flush(3000);
    expect(queue.state()).toEqual({
      sent: 4,
      failed: 2,
      dropped: 0,
      queued: 0,
      lastSuccessAt: 1000,
      lastError: { at: 2000, message: 'The endpoint answered 401.', status: 401 },
    });
    await queue.stop(100);
  });

  test('drops and counts spans that do not fit while a collector hangs, and stops within its deadline', async () => {
    const queue = createExportQueue(() => new Promise(() => undefined));
    const [span] = someSpans(1);
    for (let n = 0; n < 5000; n += 1) queue.add(span!);
    expect(queue.state().queued).toBeLessThanOrEqual(QUEUE_MAX);
    expect(queue.state().dropped).toBeGreaterThan(0);
    const start = performance.now();
    await queue.stop(100);
    expect(performance.now() - start).toBeLessThan(1000);
    expect(queue.state()).toMatchObject({ queued: 0, dropped: 5000, sent: 0 });
  });
});
