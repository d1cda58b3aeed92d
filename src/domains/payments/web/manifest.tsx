import { capabilities } from '#domains/payments/contract/capabilities.ts';
import type { WebDomain } from '#platform/web/domain.ts';

export const paymentsWeb: WebDomain = {
  name: 'payments',
  blocks: 'Payments',
  capabilities,
  stale: { refetched: [['statements']] },
};
