import { Activity } from 'lucide-react';
import { canReadObservability, capabilities } from '#domains/observability/contract.ts';
import type { WebDomain } from '#platform/web/domain.ts';

export const observabilityWeb: WebDomain = {
  name: 'observability',
  capabilities,
  navigation: [
    {
      label: 'Observability',
      to: '/observability',
      icon: Activity,
      group: 'Platform',
      position: 40,
      capability: canReadObservability,
    },
  ],
  panels: [{ name: 'health', title: 'Chain Health', position: 20, load: () => import('./health-panel.tsx') }],
  stale: { refetched: [['health']] },
};
