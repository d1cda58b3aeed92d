import { Box, CalendarPlus, PackagePlus, Plus } from 'lucide-react';
import { canManufacture, canOpenEvents, canShip, capabilities } from '#domains/trace/contract/capabilities.ts';
import type { WebDomain } from '#platform/web/domain.ts';

const addEvent = { to: '/events', search: { action: 'add' } } as const;

export const traceWeb: WebDomain = {
  name: 'trace',
  blocks: 'Asset events',
  capabilities,
  navigation: [
    { label: 'Assets', to: '/assets', icon: Box, group: 'Supply chain', position: 20 },
    {
      label: 'Events',
      to: '/events',
      icon: CalendarPlus,
      group: 'Supply chain',
      position: 50,
      capability: canOpenEvents,
    },
  ],
  quickActions: [
    { label: 'Add Event', icon: Plus, link: addEvent, capability: canShip },
    {
      label: 'Add Asset',
      icon: PackagePlus,
      link: { to: '/assets', search: { action: 'add' } },
      capability: canManufacture,
    },
  ],
  shortcuts: [
    {
      keys: ['n'],
      label: 'New event',
      group: 'Anywhere',
      effect: { kind: 'go', way: addEvent },
      capability: canOpenEvents,
    },
    { keys: ['g', 'a'], label: 'Assets', group: 'Go to', effect: { kind: 'go', way: { to: '/assets' } } },
    {
      keys: ['g', 'e'],
      label: 'Events',
      group: 'Go to',
      effect: { kind: 'go', way: { to: '/events' } },
      capability: canOpenEvents,
    },
  ],
  panels: [
    {
      name: 'activity',
      title: 'Recent Activity',
      position: 10,
      tall: true,
      load: () => import('./dashboard/recent-activity.tsx'),
    },
    {
      name: 'attention',
      title: 'Needs attention',
      position: 5,
      leads: true,
      load: () => import('./dashboard/attention.tsx'),
    },
    { name: 'status', title: 'Assets by status', position: 8, load: () => import('./dashboard/assets-by-status.tsx') },
  ],
  search: () => import('./palette-search.ts'),
  stale: {
    refetched: [['dashboard-stats'], ['recent-activities'], ['asset']],
    marked: [['assets'], ['recent-activities', 'pages']],
  },
  tasks: () => import('./role-tasks.ts'),
};
