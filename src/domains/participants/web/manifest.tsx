import { UsersRound } from 'lucide-react';
import { capabilities } from '#domains/participants/contract.ts';
import type { WebDomain } from '#platform/web/domain.ts';

export const participantsWeb: WebDomain = {
  name: 'participants',
  capabilities,
  navigation: [{ label: 'Participants', to: '/participants', icon: UsersRound, group: 'Supply chain', position: 40 }],
  shortcuts: [
    { keys: ['g', 'p'], label: 'Participants', group: 'Go to', effect: { kind: 'go', way: { to: '/participants' } } },
  ],
  search: () => import('./palette-search.ts'),
};
