import { Boxes, ShieldCheck } from 'lucide-react';
import { canValidateChain, capabilities } from '#domains/ledger/contract.ts';
import type { WebDomain } from '#platform/web/domain.ts';

export const ledgerWeb: WebDomain = {
  name: 'ledger',
  blocks: 'Ledger keys',
  blockWords: { checkpoint_key: 'key changed' },
  capabilities,
  navigation: [{ label: 'Blockchain', to: '/blockchain', icon: Boxes, group: 'Supply chain', position: 30 }],
  quickActions: [
    {
      label: 'Validate Chain',
      icon: ShieldCheck,
      link: { to: '/blockchain', search: { action: 'validate' } },
      capability: canValidateChain,
    },
  ],
  shortcuts: [
    { keys: ['g', 'b'], label: 'Blockchain', group: 'Go to', effect: { kind: 'go', way: { to: '/blockchain' } } },
  ],
  search: () => import('./palette-search.ts'),
  // Pages of the chain never become stale, because stored blocks do not change.
  stale: {
    refetched: [
      ['chain', 'verdict'],
      ['chain', 'stones'],
    ],
  },
  tasks: () => import('./role-tasks.ts'),
};
