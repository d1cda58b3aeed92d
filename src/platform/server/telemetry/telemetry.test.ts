import { trace } from '@opentelemetry/api';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '#platform/server/config.ts';
import { createLog } from '#platform/server/log.ts';
import { type Collector, startCollector } from '#tests/support/collector/collector.ts';
import { inSpan } from './in-span.ts';
import { readShape } from './observe-statements.ts';
import { openTelemetry, type Telemetry } from './telemetry.ts';
import { formatTraceResponse, linkToCaller, traceIdOf } from './trace-header.ts';

const opened: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop();
});

function open(environment: Record<string, string> = {}): Telemetry {
  const telemetry = openTelemetry(readConfig(environment).telemetry, '1.0.0');
  opened.push(telemetry);
  return telemetry;
}

async function collect(): Promise<Collector> {
  const collector = await startCollector();
  opened.push(collector);
  return collector;
}

/** Returns a request in which the assistant answers with one tool, which queries the database. */
const answerAQuestion = () =>
  inSpan('cairn.http', 'POST /api/chatbot', { 'http.route': '/api/chatbot' }, () =>
    inSpan('cairn.assistant', 'assistant', agent, () =>
      inSpan('cairn.assistant', 'lookup', tool, () => inSpan('cairn.database', 'select blocks', {}, async () => 1)),
    ),
  );
const agent = {
  'openinference.span.kind': 'AGENT',
  'input.value': 'where is my kidney',
  'output.value': 'in the van',
  'llm.model_name': 'built-in',
};
const tool = { 'openinference.span.kind': 'TOOL', 'tool.name': 'lookup', 'input.value': '{"id":"kidney"}' };

describe('where spans go', () => {
  test('a collector gets whole traces; Phoenix gets only assistant spans, with the assistant as root', async () => {
    const [all, phoenix] = [await collect(), await collect()];
    const telemetry = open({
      OTEL_EXPORTER_OTLP_ENDPOINT: all.url,
      PHOENIX_COLLECTOR_ENDPOINT: phoenix.url,
      PHOENIX_API_KEY: 'px-key',
      PHOENIX_PROJECT: 'cairn-test',
    });
    await answerAQuestion();
    await telemetry.collector?.flush(3000);
    await telemetry.phoenix?.flush(3000);
    expect(all.spans().map(({ name }) => name)).toEqual(['select blocks', 'lookup', 'assistant', 'POST /api/chatbot']);
    expect(phoenix.received).toMatchObject([
      {
        headers: { authorization: 'Bearer px-key', 'x-project-name': 'cairn-test' },
        resource: { 'openinference.project.name': 'cairn-test' },
        spans: [{ name: 'lookup' }, { name: 'assistant', parentSpanId: undefined }],
      },
    ]);
    const [lookup, assistant] = phoenix.spans();
    expect(lookup?.parentSpanId).toBe(assistant?.spanId);
  });

  test('questions and answers are exported only if the operator allows it', async () => {
    const phoenix = await collect();
    const telemetry = open({ PHOENIX_COLLECTOR_ENDPOINT: phoenix.url });
    await answerAQuestion();
    await telemetry.phoenix?.flush(3000);
    expect(phoenix.spans()[1]?.attributes).toEqual({
      ...agent,
      'input.value': '__REDACTED__',
      'output.value': '__REDACTED__',
    });
    expect(JSON.stringify(telemetry.ring.list())).not.toContain('kidney');

    const open2 = open({
      PHOENIX_COLLECTOR_ENDPOINT: phoenix.url,
      OPENINFERENCE_HIDE_INPUTS: 'false',
      OPENINFERENCE_HIDE_OUTPUTS: 'false',
    });
    await answerAQuestion();
    await open2.phoenix?.flush(3000);
    expect(phoenix.spans().at(-1)?.attributes).toEqual(agent);
  });

  test('reports a failure by kind, because its message may contain user input', async () => {
    const telemetry = open();
    const failing = inSpan('cairn.assistant', 'assistant', agent, async () => {
      throw new TypeError('kidney');
    });
    await expect(failing).rejects.toThrow('kidney');
    expect(telemetry.ring.list()[0]?.root).toMatchObject({ failed: true });
    expect(JSON.stringify(telemetry.ring.list())).not.toContain('kidney');
  });

  test('samples nothing at a share of zero, and still does the work', async () => {
    const telemetry = open({ OTEL_TRACES_SAMPLER_ARG: '0' });
    await expect(answerAQuestion()).resolves.toBe(1);
    expect(telemetry.ring.held()).toEqual({ traces: 0, bytes: 0 });
  });

  test('samples whole traces', async () => {
    const telemetry = open({ OTEL_TRACES_SAMPLER_ARG: '0.5' });
    for (let n = 0; n < 200; n += 1) await answerAQuestion();
    const kept = telemetry.ring.list();
    expect(kept.length).toBeGreaterThan(50);
    expect(kept.length).toBeLessThan(150);
    expect(kept.every(({ spans }) => spans.length === 4)).toBe(true);
  });
});

describe("a caller's traceparent", () => {
  const id = 'a'.repeat(32);
  const span = 'b'.repeat(16);

  test('becomes a link if well formed', () => {
    expect(linkToCaller(`00-${id}-${span}-01`)).toMatchObject([{ context: { traceId: id, spanId: span } }]);
    expect(linkToCaller(`01-${id}-${span}-01-more`)).toHaveLength(1);
  });

  test.each([
    undefined,
    '',
    'x',
    ['00-a'],
    `00-${id}-${span}`,
    `00-${id}-${span}-01-more`,
    `ff-${id}-${span}-01`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${id}-${'0'.repeat(16)}-01`,
    `00-${id.toUpperCase()}-${span}-01`,
    `01-${id}-${span}-01-${'x'.repeat(500)}`,
  ])('is ignored if malformed: %s', (header) => {
    expect(linkToCaller(header)).toEqual([]);
  });

  test('is answered with the trace id, which is the request id', () => {
    const traceId = traceIdOf('0B5C3E9A-1111-4222-8333-444455556666');
    expect(traceId).toBe('0b5c3e9a111142228333444455556666');
    expect(formatTraceResponse({ traceId, spanId: span, traceFlags: 1 })).toBe(`00-${traceId}-${span}-01`);
  });
});

describe('the log', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const last = () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>;

  test('adds the trace and the span to an entry', async () => {
    const telemetry = open();
    await inSpan('test', 'work', {}, async () => log.info('inside'));
    const kept = telemetry.ring.list()[0];
    expect(last()).toMatchObject({ msg: 'inside', trace_id: kept?.traceId, span_id: kept?.root?.spanId });
    log.info('outside');
    expect(last()).not.toHaveProperty('trace_id');
  });

  test.each(['authorization', 'cookie', 'password', 'token', 'secret', 'apiKey', 'api_key', 'x-api-key'])(
    'never writes a field called %s at any level',
    (name) => {
      log.info({ [name]: 'hunter2', headers: { [name]: 'hunter2' }, request: { headers: { [name]: 'hunter2' } } }, 'm');
      expect(lines.at(-1)).not.toContain('hunter2');
    },
  );
});

describe('the name of a statement', () => {
  test.each([
    ['select "a" from "blocks" where "x" = $1', 'select blocks'],
    ['insert into "assets" ("id") values ($1)', 'insert assets'],
    ['with first as (update ledger_head set a = 1 returning 1) select 1 / count(*) from first', 'update ledger_head'],
    ['begin', 'begin'],
    ["set plan_cache_mode = 'x'", 'other'],
  ])('%s → %s', (text, name) => {
    expect(readShape(text).name).toBe(name);
  });
});

test('a tracer created before telemetry opens works afterward', async () => {
  const early = trace.getTracer('early');
  const telemetry = open();
  early.startSpan('work', { root: true }).end();
  expect(telemetry.ring.list()).toMatchObject([{ root: { name: 'work' } }]);
});
