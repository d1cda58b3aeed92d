import { answerQuestion, type CallRoute, conversationExport, openAssistant } from '#domains/assistant/server/index.ts';
import { billingExport } from '#domains/billing/server/index.ts';
import type { ProcessFacts } from '#domains/observability/server/routes.ts';
import { demoAccounts } from '#domains/participants/server/demo/demo-accounts.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import { type Assembly, capabilities, routes, tools, vocabulary } from './domains.ts';
import type { Services } from './open-services.ts';

/** Mounts the routes of every domain. */
export function mountDomains(mount: Mount<Account>, services: Services, facts: ProcessFacts, call: CallRoute): void {
  const { database, participants, model } = services;
  const assistant = openAssistant({
    database,
    clock: participants.clock,
    model,
    call,
    routes,
    capabilities,
    tools,
    vocabulary,
  });
  const assembly: Assembly = {
    facts,
    assistant,
    ask: async (message, caller) => (await answerQuestion(assistant, { message, caller })).reply,
    exportParts: [...conversationExport(database), ...billingExport(database)],
    demoAccounts,
  };
  for (const domain of services.domains) domain.mount?.(mount, assembly);
}
