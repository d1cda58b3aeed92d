import { ask } from './contract/answers.ts';
import {
  deleteAllConversations,
  deleteConversation,
  listConversations,
  readConversation,
  renameConversation,
} from './contract/conversations.ts';

export * from './contract/answers.ts';
export * from './contract/conversations.ts';
export * from './contract/query.ts';

export const routes = [
  ask,
  listConversations,
  readConversation,
  renameConversation,
  deleteConversation,
  deleteAllConversations,
] as const;
