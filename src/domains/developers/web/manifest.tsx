import { BookOpen, FlaskConical } from 'lucide-react';
import { canTestApi, capabilities } from '#domains/developers/contract.ts';
import type { WebDomain } from '#platform/web/domain.ts';

export const developersWeb: WebDomain = {
  name: 'developers',
  capabilities,
  navigation: [
    {
      label: 'API Testing',
      to: '/testing',
      icon: FlaskConical,
      group: 'Platform',
      position: 20,
      capability: canTestApi,
    },
    { label: 'API Docs', to: '/api-docs', icon: BookOpen, group: 'Platform', position: 30 },
  ],
};
