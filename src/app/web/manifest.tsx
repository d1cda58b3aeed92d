import { LayoutDashboard, UserRoundCheck } from 'lucide-react';
import type { WebDomain } from '#platform/web/domain.ts';

/** The parts that belong to the whole product instead of a domain. */
export const appWeb: WebDomain = {
  name: 'app',
  navigation: [
    { label: 'Dashboard', to: '/dashboard', icon: LayoutDashboard, group: 'Supply chain', position: 10 },
    { label: 'Role Demo', to: '/role-demo', icon: UserRoundCheck, group: 'Platform', position: 60 },
  ],
  shortcuts: [
    { keys: ['Mod+k'], label: 'Search or go to', group: 'Anywhere', effect: { kind: 'palette' } },
    { keys: ['/'], label: 'Search this page, or everywhere', group: 'Anywhere', effect: { kind: 'search' } },
    { keys: ['t'], label: 'Change the theme', group: 'Anywhere', effect: { kind: 'theme' } },
    { keys: ['?'], label: 'Show these shortcuts', group: 'Anywhere', effect: { kind: 'sheet' } },
    { keys: ['g', 'd'], label: 'Dashboard', group: 'Go to', effect: { kind: 'go', way: { to: '/dashboard' } } },
    {
      keys: ['←', '→'],
      label: 'Move along the chain, or the steps of an asset',
      group: 'On a page',
      effect: { kind: 'page' },
    },
    {
      keys: ['↑', '↓'],
      label: 'Move between the rows of a table; Enter opens one',
      group: 'On a page',
      effect: { kind: 'page' },
    },
  ],
};
