import { Landmark } from 'lucide-react';
import { capabilities } from '#domains/registry/contract/capabilities.ts';
import type { WebDomain } from '#platform/web/domain.ts';

export const registryWeb: WebDomain = {
  name: 'registry',
  blocks: 'Property registry',
  capabilities,
  navigation: [{ label: 'Registry', to: '/detroit', icon: Landmark, group: 'Registry', position: 10 }],
  shortcuts: [
    { keys: ['g', 'r'], label: 'Property registry', group: 'Go to', effect: { kind: 'go', way: { to: '/detroit' } } },
  ],
  stale: { refetched: [['registry']] },
};
