import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCallAsCaller } from '#app/server/call-as-caller.ts';
import { capabilities, routes, tools, vocabulary } from '#app/server/domains.ts';
import { ask, type TalkContext } from '#domains/assistant/contract.ts';
import { answerQuestion, openAssistant } from '#domains/assistant/server/index.ts';
import { readAsset, readLineage, readRecall } from '#domains/trace/contract.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { spokenTime } from './answers/turn.ts';
import { type RecallTurn, recallTalk } from './recall-talk.fixture.ts';

let server: TestServer;
let talk: RecallTurn[];
beforeAll(async () => {
  server = await startTestServer({ world: true });
  talk = recallTalk(await factsOf(`KVG-R-${new Date(server.clock()).getUTCFullYear()}-01`));
});
afterAll(() => server.stop());

/** Reads the facts about a lot from the routes. The answers must contain them. */
async function factsOf(lot: string) {
  const params = { assetId: lot };
  const { nodes } = (await server.call(readLineage, { params, query: { direction: 'downstream' } })).body;
  const roasted = nodes.filter(({ name }) => name.includes('roasted'));
  const one = roasted[0]?.assetId ?? '';
  const { history } = (await server.call(readAsset, { params: { assetId: one } })).body;
  const shipped = history.find(({ action }) => action === 'shipped')!;
  const received = history.find(({ action }) => action === 'received')!;
  return {
    lot,
    blend: nodes.find(({ depth }) => depth === 1)?.assetId ?? '',
    roasted: roasted.map(({ assetId }) => assetId),
    holders: roasted.flatMap(({ custodian }) => custodian ?? []),
    reached: (await server.call(readRecall, { params })).body.totals.assets,
    shipped: {
      by: shipped.participant,
      on: spokenTime(shipped.timestamp),
      at: shipped.location ?? '',
      block: shipped.blockIndex,
      recordedBy: shipped.recordedBy ?? shipped.participant,
    },
    received: { by: received.participant, at: received.location ?? '' },
  };
}

const missing = (reply: string, { facts }: RecallTurn) => facts.filter((fact) => !reply.includes(fact));

describe('a conversation of twelve questions about one recall', () => {
  test('is answered from the ledger, each question in the context of the previous ones', async () => {
    let context: TalkContext = {};
    expect(talk).toHaveLength(12);
    for (const turn of talk) {
      server.clock.advance(5000);
      const { body } = await server.call(ask, { body: { message: turn.question, context } });
      expect([turn.question, body.outcome, missing(body.reply, turn)], body.reply).toEqual([
        turn.question,
        'answered',
        [],
      ]);
      context = body.context;
    }
  });

  test('is answered by a model that takes every fact from the query tool', async () => {
    const model = await startScriptedModel(talk);
    const assistant = openAssistant({
      database: server.services.database,
      clock: server.clock,
      call: createCallAsCaller(server.app),
      routes,
      capabilities,
      tools,
      vocabulary,
      model: {
        provider: 'openai-compatible',
        name: 'scripted',
        apiKey: undefined,
        baseUrl: model.url,
        timeoutSeconds: 20,
      },
    });
    const earlier: { question: string; reply: string }[] = [];
    for (const turn of talk) {
      const answer = await answerQuestion(assistant, {
        message: turn.question,
        caller: undefined,
        earlier: earlier.slice(-6),
      });
      expect([turn.question, answer.engine, answer.outcome, missing(answer.reply, turn)], answer.reply).toEqual([
        turn.question,
        { kind: 'model', name: 'scripted' },
        'answered',
        [],
      ]);
      earlier.push({ question: turn.question, reply: answer.reply });
    }
    await model.stop();
  });
});

/** A local server with the OpenAI protocol: it states the query of each turn, then repeats the words of the tool's answer. */
async function startScriptedModel(turns: readonly RecallTurn[]) {
  const send = (response: ServerResponse, delta: object, finish: string) => {
    const chunk = (choice: object) =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [{ index: 0, ...choice }] })}\n\n`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      [chunk({ delta, finish_reason: null }), chunk({ delta: {}, finish_reason: finish }), 'data: [DONE]\n\n'].join(''),
    );
  };
  const scripted = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const { messages } = JSON.parse(text) as { messages: { role: string; content: string }[] };
      const last = messages.at(-1);
      if (last?.role === 'tool') {
        const { data } = JSON.parse(last.content) as { data: string };
        return send(response, { role: 'assistant', content: (JSON.parse(data) as { reply: string }).reply }, 'stop');
      }
      const turn = turns.find(({ question }) => question === last?.content);
      const call = {
        index: 0,
        id: 'call-1',
        type: 'function',
        function: { name: 'query', arguments: JSON.stringify(turn?.query) },
      };
      return send(response, { role: 'assistant', tool_calls: [call] }, 'tool_calls');
    });
  });
  await new Promise<void>((done) => scripted.listen(0, '127.0.0.1', done));
  const stop = () => {
    scripted.closeAllConnections();
    return new Promise((done) => scripted.close(done));
  };
  return { url: `http://127.0.0.1:${(scripted.address() as AddressInfo).port}/v1`, stop };
}
