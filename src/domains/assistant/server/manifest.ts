import { routes } from '#domains/assistant/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Domain } from '#platform/server/domain.ts';
import type { Assistant } from './open-assistant.ts';
import { mountAssistant } from './routes.ts';

type Assembly = { readonly assistant: Assistant };

export const assistantDomain: Domain<unknown, Account, Assembly> = {
  name: 'assistant',
  tables: ['conversation_messages', 'conversations'],
  routes,
  open: () => ({ mount: (mount, { assistant }) => mountAssistant(mount, assistant) }),
};
