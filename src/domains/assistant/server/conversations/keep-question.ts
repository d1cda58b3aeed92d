import {
  type Answer,
  conversationNotFound,
  type InterpretationChange,
  type TalkContext,
  type ToolStep,
} from '#domains/assistant/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { answerQuestion } from '../answer-question.ts';
import type { Assistant } from '../open-assistant.ts';
import {
  deleteMessagesFrom,
  deleteOldest,
  findConversation,
  insertConversation,
  insertMessage,
  lockConversation,
  readMessages,
} from './conversations.ts';

export type Asked = {
  readonly message: string;
  readonly conversationId?: string | undefined;
  readonly replaceFrom?: number | undefined;
  readonly context?: TalkContext | undefined;
  readonly changes?: readonly InterpretationChange[] | undefined;
  readonly caller: Account | undefined;
  readonly token: string | undefined;
  readonly ip: string;
  readonly onStep?: (step: ToolStep) => void;
  readonly onText?: (delta: string) => void;
  readonly signal?: AbortSignal;
};

/** Earlier questions and answers that serve as context for the next one. */
const EARLIER = 6;

export type KeptAnswer = Answer & { readonly conversationId?: string; readonly messageId?: number };

/**
 * Admits a question: counts it against the limit and checks that its conversation belongs to the caller.
 * @throws AppError `request.too_many`
 * @throws AppError `assistant.conversation_not_found` if the conversation does not exist or belongs to another account
 */
export async function admitQuestion(assistant: Assistant, { caller, conversationId, ip }: Asked): Promise<void> {
  assistant.limits.count({ accountId: caller?.id, ip });
  if (conversationId === undefined) return;
  if (caller === undefined || (await findConversation(assistant.database, caller.id, conversationId)) === undefined)
    throw noConversation();
}

/**
 * Answers an admitted question and, for a signed-in caller, stores both in the conversation. The previous answer
 * supplies the context unless the request has its own.
 * @throws AppError `assistant.conversation_not_found` if the conversation was deleted meanwhile
 */
export async function answerAndKeep(assistant: Assistant, asked: Asked): Promise<KeptAnswer> {
  const { caller, conversationId, replaceFrom, message } = asked;
  if (caller === undefined) return answerQuestion(assistant, asked);
  const { database, clock } = assistant;
  const before =
    conversationId === undefined
      ? []
      : await readMessages(database, conversationId, { limit: EARLIER, before: replaceFrom });
  const context = asked.context ?? before.at(-1)?.answer.context;
  const earlier = before.map((message) => ({ question: message.question, reply: message.answer.reply }));
  const answer = await answerQuestion(assistant, { ...asked, context, earlier });
  const at = new Date(clock()).toISOString();
  return database.transaction().execute(async (tx) => {
    // Its owner may have deleted it while the question was being answered.
    if (conversationId !== undefined && !(await lockConversation(tx, caller.id, conversationId)))
      throw noConversation();
    const id = conversationId ?? (await insertConversation(tx, { accountId: caller.id, question: message, at }));
    if (conversationId !== undefined && replaceFrom !== undefined)
      await deleteMessagesFrom(tx, conversationId, replaceFrom);
    const messageId = await insertMessage(tx, { conversationId: id, question: message, answer, at });
    await deleteOldest(tx, caller.id);
    return { ...answer, conversationId: id, messageId };
  });
}

export const noConversation = () =>
  new AppError(conversationNotFound, 'You have no conversation with this id. It may have been deleted.');
