import { House, Landmark, Stamp } from 'lucide-react';
import { canAppeal, canOpenPortal, canRunRegistry, capabilities } from '#domains/registry/contract/capabilities.ts';
import type { WebDomain } from '#platform/web/domain.ts';

export const registryWeb: WebDomain = {
  name: 'registry',
  blocks: 'Property registry',
  blockWords: {
    'registry.assessed': 'value assessed',
    'registry.rates_set': 'tax rates set',
    'registry.method_fees_set': 'payment fees set',
  },
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
      mainFor: canAppeal,
    },
    {
      label: 'City desk',
      to: '/detroit/city',
      icon: Stamp,
      group: 'Registry',
      position: 30,
      capability: canRunRegistry,
      mainFor: canRunRegistry,
    },
  ],
  shortcuts: [
    { keys: ['g', 'r'], label: 'Property registry', group: 'Go to', effect: { kind: 'go', way: { to: '/detroit' } } },
  ],
  headerItem: { holder: 'resident', load: () => import('./notices/unread-notices.tsx') },
  panels: [
    {
      name: 'own-taxes',
      title: 'Your property taxes',
      position: 1,
      leads: true,
      load: () => import('./dashboard/own-taxes.tsx'),
      capability: canAppeal,
    },
    {
      name: 'city-work',
      title: 'Waiting at the city',
      position: 2,
      leads: true,
      load: () => import('./dashboard/city-work.tsx'),
      capability: canRunRegistry,
    },
  ],
  search: () => import('./palette-search.ts'),
  sendsNothingLater: ['/detroit'],
  stale: { refetched: [['registry']] },
};
