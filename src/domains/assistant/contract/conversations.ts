import { z } from 'zod';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { Answer, conversationNotFound } from './answers.ts';

export const CONVERSATION_MESSAGES_MAX = 200;

export const Conversation = z
  .object({ id: z.uuid(), title: z.string(), createdAt: Instant, updatedAt: Instant, messages: z.int().min(0) })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof Conversation>;

export const StoredMessage = z
  .object({
    id: z.int(),
    at: Instant,
    question: z.string(),
    answer: Answer,
  })
  .meta({ id: 'StoredMessage' });
export type StoredMessage = z.infer<typeof StoredMessage>;

const ConversationId = z.object({ id: z.uuid() });

export const listConversations = route({
  method: 'GET',
  path: '/api/chatbot/conversations',
  tag: 'Assistant',
  summary: 'List your conversations',
  description: 'Most recently used first. `search` matches any part of a title or question, ignoring case.',
  access: 'signed in',
  cost: 'search',
  query: z.strictObject({ search: z.string().trim().max(200).optional(), page: PageNumber, limit: pageSize(30, 100) }),
  response: z.object({ conversations: z.array(Conversation), pagination: Pagination }),
});

export const readConversation = route({
  method: 'GET',
  path: '/api/chatbot/conversations/{id}',
  tag: 'Assistant',
  summary: 'Read one of your conversations',
  description: `Returns the newest ${CONVERSATION_MESSAGES_MAX} questions with their answers, oldest first.`,
  access: 'signed in',
  params: ConversationId,
  response: z.object({ conversation: Conversation, messages: z.array(StoredMessage).max(CONVERSATION_MESSAGES_MAX) }),
  errors: [conversationNotFound],
});

export const renameConversation = route({
  method: 'PATCH',
  path: '/api/chatbot/conversations/{id}',
  tag: 'Assistant',
  summary: 'Rename one of your conversations',
  access: 'signed in',
  params: ConversationId,
  body: z.strictObject({
    title: z.string().trim().min(1, 'Title is required').max(120, 'Title must be at most 120 characters'),
  }),
  response: Conversation,
  errors: [conversationNotFound],
});

export const deleteConversation = route({
  method: 'DELETE',
  path: '/api/chatbot/conversations/{id}',
  tag: 'Assistant',
  summary: 'Delete one of your conversations',
  access: 'signed in',
  params: ConversationId,
  response: z.object({ deleted: z.int() }),
  errors: [conversationNotFound],
});

export const deleteAllConversations = route({
  method: 'DELETE',
  path: '/api/chatbot/conversations',
  tag: 'Assistant',
  summary: 'Delete all your conversations',
  access: 'signed in',
  response: z.object({ deleted: z.int() }),
});
