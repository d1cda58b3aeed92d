import { ScrollText } from 'lucide-react';
import { canReadAuditTrail, capabilities } from '#domains/audit/contract/capabilities.ts';
import type { WebDomain } from '#platform/web/domain.ts';

export const auditWeb: WebDomain = {
  name: 'audit',
  capabilities,
  navigation: [
    {
      label: 'Audit Trail',
      to: '/audit',
      icon: ScrollText,
      group: 'Platform',
      position: 10,
      capability: canReadAuditTrail,
    },
  ],
  tasks: () => import('./role-tasks.ts'),
};
