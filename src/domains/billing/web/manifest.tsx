import { CreditCard } from 'lucide-react';
import { capabilities } from '#domains/billing/contract/capabilities.ts';
import type { WebDomain } from '#platform/web/domain.ts';

export const billingWeb: WebDomain = {
  name: 'billing',
  blocks: 'Billing',
  capabilities,
  navigation: [{ label: 'Subscription', to: '/subscription', icon: CreditCard, group: 'Platform', position: 50 }],
  sendsNothingLater: ['/subscription', '/admin/subscriptions'],
  notice: () => import('./notice/account-notices.tsx'),
  recordingNotice: () => import('./notice/recording-notice.tsx'),
};
