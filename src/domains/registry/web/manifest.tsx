import { House, Landmark, Stamp } from 'lucide-react';
import { canOpenPortal, canRunRegistry, capabilities } from '#domains/registry/contract/capabilities.ts';
import type { WebDomain } from '#platform/web/domain.ts';

export const registryWeb: WebDomain = {
  name: 'registry',
  blocks: 'Property registry',
  capabilities,
  navigation: [
    { label: 'Registry', to: '/detroit', icon: Landmark, group: 'Registry', position: 10 },
    {
      label: 'Resident portal',
      to: '/detroit/resident',
      icon: House,
      group: 'Registry',
      position: 20,
      capability: canOpenPortal,
    },
    {
      label: 'City desk',
      to: '/detroit/city',
      icon: Stamp,
      group: 'Registry',
      position: 30,
      capability: canRunRegistry,
    },
  ],
  shortcuts: [
    { keys: ['g', 'r'], label: 'Property registry', group: 'Go to', effect: { kind: 'go', way: { to: '/detroit' } } },
  ],
  headerItem: { holder: 'resident', load: () => import('./notices/unread-notices.tsx') },
  search: () => import('./palette-search.ts'),
  sendsNothingLater: ['/detroit'],
  stale: { refetched: [['registry']] },
};
