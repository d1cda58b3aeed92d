import { ScrollText } from 'lucide-react';
import { canReconcile, capabilities } from '#domains/payments/contract/capabilities.ts';
import type { WebDomain } from '#platform/web/domain.ts';

export const paymentsWeb: WebDomain = {
  name: 'payments',
  blocks: 'Payments',
  blockWords: { 'payments.eth_rate_set': 'ETH rate set' },
  capabilities,
  navigation: [
    {
      label: 'Payments desk',
      to: '/payments/desk',
      icon: ScrollText,
      group: 'Registry',
      position: 40,
      capability: canReconcile,
    },
  ],
  sendsNothingLater: ['/payments', '/transactions'],
  stale: { refetched: [['statements']] },
};
