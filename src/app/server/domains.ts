import * as assistant from '#domains/assistant/contract.ts';
import { answerQuestion, type CallRoute, conversationExport, openAssistant } from '#domains/assistant/server/index.ts';
import { mountAssistant } from '#domains/assistant/server/routes.ts';
import * as audit from '#domains/audit/contract.ts';
import { mountAudit } from '#domains/audit/server/routes.ts';
import * as demo from '#domains/demo/contract.ts';
import { mountDemo } from '#domains/demo/server/routes.ts';
import * as developers from '#domains/developers/contract.ts';
import * as ledger from '#domains/ledger/contract.ts';
import { mountLedger } from '#domains/ledger/server/routes.ts';
import * as observability from '#domains/observability/contract.ts';
import { mountObservability, type ProcessFacts } from '#domains/observability/server/routes.ts';
import * as participants from '#domains/participants/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { mountParticipants } from '#domains/participants/server/routes.ts';
import * as trace from '#domains/trace/contract.ts';
import { mountTrace } from '#domains/trace/server/routes.ts';
import { assembleCapabilities } from '#platform/contract/assemble-capabilities.ts';
import type { RouteDefinition } from '#platform/contract/route.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import { demoAccounts } from './demo/cast.ts';
import type { Services } from './open-services.ts';

/** Every route of the product, in the order of the API reference. */
export const routes: readonly RouteDefinition[] = [
  ...participants.routes,
  ...trace.routes,
  ...ledger.routes,
  ...audit.routes,
  ...assistant.routes,
  ...observability.routes,
  ...demo.routes,
];

/** The permission table of the product. A name that two domains declare, or that none does, stops the start. */
export const capabilities = assembleCapabilities(
  [participants, trace, ledger, audit, observability, developers].map((domain) => domain.capabilities),
  routes,
);

/** Serves every domain. */
export function mountDomains(mount: Mount<Account>, services: Services, facts: ProcessFacts, call: CallRoute): void {
  const assistantServices = openAssistant({
    database: services.database,
    clock: services.participants.clock,
    model: services.model,
    call,
    routes,
  });
  mountParticipants(mount, services.participants, conversationExport(services.database));
  mountTrace(mount, services.trace);
  mountLedger(mount, services.ledger);
  mountAudit(mount, services.database);
  mountAssistant(mount, assistantServices);
  const ask = async (message: string, caller: Account) =>
    (await answerQuestion(assistantServices, { message, caller })).reply;
  mountObservability(mount, { ...services, ask }, facts);
  mountDemo(mount, { demo: facts.demo, accounts: demoAccounts });
}
