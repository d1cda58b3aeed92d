import { assistantWeb } from '#domains/assistant/web/manifest.tsx';
import { auditWeb } from '#domains/audit/web/manifest.tsx';
import { billingWeb } from '#domains/billing/web/manifest.tsx';
import { developersWeb } from '#domains/developers/web/manifest.tsx';
import { ledgerWeb } from '#domains/ledger/web/manifest.tsx';
import { marketWeb } from '#domains/market/web/manifest.tsx';
import { observabilityWeb } from '#domains/observability/web/manifest.tsx';
import { participantsWeb } from '#domains/participants/web/manifest.tsx';
import { paymentsWeb } from '#domains/payments/web/manifest.tsx';
import { registryWeb } from '#domains/registry/web/manifest.tsx';
import { traceWeb } from '#domains/trace/web/manifest.tsx';
import { assembleCapabilities } from '#platform/contract/assemble-capabilities.ts';
import type { WebDomain } from '#platform/web/domain.ts';
import { appWeb } from './manifest.tsx';

/** Every domain of the product. The order decides the first quick action and the rows of the permission matrix. */
export const domains: readonly WebDomain[] = [
  appWeb,
  traceWeb,
  ledgerWeb,
  participantsWeb,
  auditWeb,
  registryWeb,
  paymentsWeb,
  marketWeb,
  billingWeb,
  developersWeb,
  observabilityWeb,
  assistantWeb,
];

/** The groups of the navigation, in order. */
export const navigationGroups = ['Supply chain', 'Registry', 'Market', 'Platform'];

/** The permission table of the product. */
export const capabilities = assembleCapabilities(domains.map((domain) => domain.capabilities ?? []));

/** The domains with their own blocks, for filters. */
export const blockDomains = domains.flatMap(({ name, blocks }) =>
  blocks === undefined ? [] : [{ value: name, label: blocks }],
);

const blockWords: Readonly<Record<string, string>> = Object.assign(
  {},
  ...domains.map((domain) => domain.blockWords ?? {}),
);

/**
 * Returns the label of a block with this action: that of its domain, or else the action without the domain's name,
 * `registry.tax_paid` as `tax paid` and `quality_check` as `quality check`. Vocabulary URIs stay as they are.
 */
export const wordsOfAction = (action: string): string =>
  blockWords[action] ?? action.replace(/^[a-z]+\.(?=[a-z_]+$)/, '').replaceAll('_', ' ');

export const shortcuts = domains.flatMap((domain) => domain.shortcuts ?? []);

export const quickActions = domains.flatMap((domain) => domain.quickActions ?? []);
