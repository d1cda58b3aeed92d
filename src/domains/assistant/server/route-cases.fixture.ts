import { randomUUID } from 'node:crypto';
import { ask } from '#domains/assistant/contract.ts';
import { elsewhere, everyone, pages, query, type RouteCase, signedIn } from '#tests/support/route-cases/route-case.ts';
import type { TestAccount, TestServer } from '#tests/support/test-server.ts';

/** Route cases of the assistant. A conversation always belongs to the caller. */
export const routeCases: Readonly<Record<string, RouteCase>> = {
  'POST /api/chatbot': {
    allowed: everyone,
    good: () => ({ body: { message: 'Is the chain intact?', context: { block: 1 } } }),
    invalid: [
      { body: {}, pointer: '/message' },
      { body: { message: ' \n ' }, pointer: '/message' },
      { body: { message: 'x', conversationId: 'x' }, pointer: '/conversationId' },
      { body: { message: 'x', replaceFrom: -1 }, pointer: '/replaceFrom' },
      { body: { message: 'x', context: { block: 'x' } }, pointer: '/context/block' },
    ],
    refusals: [
      {
        code: 'assistant.conversation_not_found',
        provoke: () => ({ body: { message: 'x', conversationId: randomUUID() } }),
      },
      ...elsewhere('request.too_many', 'server.unavailable'),
    ],
  },
  'GET /api/chatbot/conversations': {
    allowed: signedIn,
    good: () => ({ query: { search: 'chain', page: 1, limit: 5 } }),
    invalid: [...pages, query('search', 'x'.repeat(201))],
  },
  'DELETE /api/chatbot/conversations': { allowed: signedIn, good: () => ({}) },
  'GET /api/chatbot/conversations/{id}': ofConversation(),
  'PATCH /api/chatbot/conversations/{id}': {
    ...ofConversation({ title: 'Renamed' }),
    invalid: [
      { params: { id: 'x' }, body: { title: 'x' }, pointer: '/id' },
      { params: { id: randomUUID() }, body: { title: ' ' }, pointer: '/title' },
      { params: { id: randomUUID() }, body: { title: 'x'.repeat(121) }, pointer: '/title' },
    ],
  },
  'DELETE /api/chatbot/conversations/{id}': ofConversation(),
};

function ofConversation(body?: object): RouteCase {
  const withBody = body === undefined ? {} : { body };
  return {
    allowed: signedIn,
    good: async ({ server }, account) => ({ params: { id: await converse(server, account) }, ...withBody }),
    invalid: [{ params: { id: 'x' }, ...withBody, pointer: '/id' }],
    refusals: [
      {
        code: 'assistant.conversation_not_found',
        provoke: () => ({ params: { id: randomUUID() }, ...withBody }),
      },
    ],
  };
}

async function converse(server: TestServer, account: TestAccount | undefined): Promise<string> {
  const { body } = await server.call(ask, { body: { message: 'Is the chain intact?' } }, { as: account });
  return body.conversationId ?? randomUUID();
}
