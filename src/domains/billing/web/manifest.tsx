import { CreditCard } from 'lucide-react';
import { capabilities } from '#domains/billing/contract/capabilities.ts';
import type { WebDomain } from '#platform/web/domain.ts';

export const billingWeb: WebDomain = {
  name: 'billing',
  blocks: 'Billing',
  blockWords: {
    'billing.invoice_issued': 'invoice issued',
    'billing.credit_note_issued': 'credit note issued',
    'billing.invoice_closed': 'invoice closed',
    'billing.subscription_changed': 'subscription changed',
    'billing.payment_opened': 'payment opened',
    'billing.payment_completed': 'payment completed',
    'billing.payment_failed': 'payment failed',
    'billing.payment_reversed': 'payment reversed',
  },
  capabilities,
  navigation: [{ label: 'Subscription', to: '/subscription', icon: CreditCard, group: 'Platform', position: 50 }],
  sendsNothingLater: ['/subscription', '/admin/subscriptions'],
  notice: () => import('./notice/account-notices.tsx'),
};
