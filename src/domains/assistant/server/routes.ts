import * as contract from '#domains/assistant/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { paginate } from '#platform/contract/pagination.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import {
  deleteConversations,
  findConversation,
  listConversations,
  readMessages,
  updateTitle,
} from './conversations/conversations.ts';
import { admitQuestion, answerAndKeep, noConversation } from './conversations/keep-question.ts';
import type { Assistant } from './open-assistant.ts';
import { streamAnswer } from './stream-answer.ts';

/** Serves questions, and the conversations of the signed-in account. */
export function mountAssistant(mount: Mount<Account>, assistant: Assistant): void {
  const { database } = assistant;

  mount(contract.ask, async ({ body, caller, token, ip, accept, signal }) => {
    const asked = { ...body, caller, token, ip, signal };
    await admitQuestion(assistant, asked);
    if (!accept.includes('text/event-stream')) return answerAndKeep(assistant, asked);
    return streamAnswer((listener) =>
      answerAndKeep(assistant, { ...asked, ...listener, signal: AbortSignal.any([signal, listener.signal]) }),
    );
  });

  mount(contract.listConversations, async ({ caller, query }) => {
    const { conversations, total } = await listConversations(database, caller.id, query);
    return { conversations, pagination: paginate({ total, ...query }) };
  });

  const read = async (caller: Account, id: string) => {
    const conversation = await findConversation(database, caller.id, id);
    if (conversation === undefined) throw noConversation();
    return conversation;
  };

  mount(contract.readConversation, async ({ caller, params }) => ({
    conversation: await read(caller, params.id),
    messages: await readMessages(database, params.id),
  }));

  mount(contract.renameConversation, async ({ caller, params, body }) => {
    if (!(await updateTitle(database, caller.id, params.id, body.title))) throw noConversation();
    return read(caller, params.id);
  });

  mount(contract.deleteConversation, async ({ caller, params }) => {
    const deleted = await deleteConversations(database, caller.id, params.id);
    if (deleted === 0) throw noConversation();
    return { deleted };
  });

  mount(contract.deleteAllConversations, async ({ caller }) => ({
    deleted: await deleteConversations(database, caller.id),
  }));
}
