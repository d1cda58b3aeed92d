import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '#domains/assistant/contract.ts';
import { type Collector, startCollector } from '#tests/support/collector/collector.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

let phoenix: Collector;
let server: TestServer;
beforeAll(async () => {
  phoenix = await startCollector();
});
afterAll(() => phoenix.stop());

async function open(environment: Record<string, string> = {}) {
  server = await startTestServer({ environment: { PHOENIX_COLLECTOR_ENDPOINT: phoenix.url, ...environment } });
  await record(server, await server.account('manufacturer'), 'manufactured', 'KVC-2026-001', { location: 'Gisenyi' });
}

/** Returns the spans of one question, as Phoenix receives them. */
async function spansOf(message: string) {
  const before = phoenix.spans().length;
  const { body } = await server.call(ask, { body: { message } });
  await server.services.telemetry.phoenix?.flush(3000);
  const spans = phoenix.spans().slice(before);
  const agent = spans.find(({ attributes }) => attributes['openinference.span.kind'] === 'AGENT');
  const under = (kind: string) =>
    spans.findLast(
      (span) => span.attributes['openinference.span.kind'] === kind && span.parentSpanId === agent?.spanId,
    );
  return { body, under };
}

describe('with contents shown', () => {
  beforeAll(() => open({ OPENINFERENCE_HIDE_INPUTS: 'false', OPENINFERENCE_HIDE_OUTPUTS: 'false' }));
  afterAll(() => server.stop());

  test('records a look-up as a tool span with its name, arguments and route', async () => {
    const { under } = await spansOf('where is KVC-2026-001?');
    expect(under('TOOL')).toMatchObject({
      name: 'read_asset',
      attributes: {
        'tool.name': 'read_asset',
        'tool.description': expect.stringContaining('where it is'),
        'tool.parameters': '{"assetId":"KVC-2026-001"}',
        'output.value': expect.stringContaining('Gisenyi'),
        metadata: '{"route":"GET /api/assets/{assetId}"}',
      },
    });
  });

  test('records a documentation search as a retriever span with every document found', async () => {
    const { body, under } = await spansOf('how do I add an event?');
    const retriever = under('RETRIEVER');
    expect(retriever).toMatchObject({
      name: 'search_documentation',
      attributes: { 'input.value': 'how do I add an event?' },
    });
    const [step] = body.steps.filter(({ tool }) => tool === 'search_documentation');
    const field = (n: number, name: string) => retriever?.attributes[`retrieval.documents.${n}.document.${name}`];
    expect(step?.resultItems).toBeGreaterThan(0);
    for (let n = 0; n < step!.resultItems!; n += 1) {
      expect([field(n, 'id'), field(n, 'content')]).toEqual([expect.stringMatching(/#/), expect.stringMatching(/./)]);
      expect(field(n, 'score')).toBeGreaterThan(0);
      expect(JSON.parse(String(field(n, 'metadata')))).toMatchObject({ title: expect.any(String) });
    }
    expect(field(0, 'content')).toBe(body.reply);
    expect(field(step!.resultItems!, 'id')).toBeUndefined();
  });
});

describe('with contents masked, the default', () => {
  beforeAll(() => open());
  afterAll(() => server.stop());

  test('exports neither the question nor the results', async () => {
    const tool = (await spansOf('where is KVC-2026-001?')).under('TOOL');
    expect(tool?.attributes).toMatchObject({ 'tool.name': 'read_asset', 'tool.parameters': '__REDACTED__' });
    const retriever = (await spansOf('how do I add an event?')).under('RETRIEVER');
    const documents = Object.entries(retriever?.attributes ?? {}).filter(([name]) => name.startsWith('retrieval.'));
    expect(documents.length).toBeGreaterThan(0);
    for (const [, value] of documents) expect(value).toBe('__REDACTED__');
    expect(JSON.stringify([tool, retriever])).not.toMatch(/KVC-2026|Gisenyi|add an event/);
  });
});
