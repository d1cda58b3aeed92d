import type { Assistant } from '#domains/assistant/server/index.ts';
import { assistantDomain } from '#domains/assistant/server/manifest.ts';
import { auditDomain } from '#domains/audit/server/manifest.ts';
import { billingDomain } from '#domains/billing/server/manifest.ts';
import type { DemoAccount } from '#domains/demo/contract.ts';
import { demoDomain } from '#domains/demo/server/manifest.ts';
import { developersDomain } from '#domains/developers/server/manifest.ts';
import { ledgerDomain } from '#domains/ledger/server/manifest.ts';
import { marketDomain } from '#domains/market/server/manifest.ts';
import { observabilityDomain } from '#domains/observability/server/manifest.ts';
import type { ProcessFacts } from '#domains/observability/server/routes.ts';
import type { Account, ExportPart } from '#domains/participants/server/index.ts';
import { participantsDomain } from '#domains/participants/server/manifest.ts';
import { paymentsDomain } from '#domains/payments/server/manifest.ts';
import { registryDomain } from '#domains/registry/server/manifest.ts';
import { traceDomain } from '#domains/trace/server/manifest.ts';
import { assembleCapabilities } from '#platform/contract/assemble-capabilities.ts';
import { assembleTools } from '#platform/contract/assistant-vocabulary.ts';
import type { Domain, OpenDomain } from '#platform/server/domain.ts';
import type { Core } from './open-core.ts';

/** Dependencies of routes in addition to the services. They exist once all domains are open. */
export type Assembly = {
  readonly facts: ProcessFacts;
  readonly assistant: Assistant;
  /** Asks the assistant on behalf of an account. */
  readonly ask: (message: string, caller: Account) => Promise<string>;
  /** The data that other domains store for an account, for its data export. */
  readonly exportParts: readonly ExportPart[];
  readonly demoAccounts: readonly DemoAccount[];
};

/** Every domain of the product, in the order of the API reference and of the permission table. */
export const domains: readonly Domain<Core, Account, Assembly>[] = [
  participantsDomain,
  traceDomain,
  ledgerDomain,
  auditDomain,
  paymentsDomain,
  registryDomain,
  marketDomain,
  billingDomain,
  assistantDomain,
  observabilityDomain,
  developersDomain,
  demoDomain,
];
export type OpenDomains = readonly OpenDomain<Account, Assembly>[];

/** Every route of the product. */
export const routes = domains.flatMap((domain) => domain.routes ?? []);

/** Every tool of the assistant. */
export const tools = assembleTools(domains.map((domain) => domain.tools ?? {}));

/** The words of every domain that questions use. */
export const vocabulary = domains.flatMap((domain) => domain.vocabulary ?? []);

/**
 * The permission table of the product. The start fails if two domains declare a name, or if a route names an undeclared
 * one.
 */
export const capabilities = assembleCapabilities(
  domains.map((domain) => domain.capabilities ?? []),
  routes,
);
