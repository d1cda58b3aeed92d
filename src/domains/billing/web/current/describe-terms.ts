import { newestPlan, type Subscription } from '#domains/billing/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';

type Terms = Pick<Subscription, 'planId' | 'billingCycle' | 'userCount' | 'assetCount'>;

/** Names the terms of a subscription: Starter, 10 users, 100 assets, billed annually. */
export const describeTerms = ({ planId, billingCycle, userCount, assetCount }: Terms): string =>
  [
    newestPlan(planId).displayName,
    formatCounted(userCount, 'user'),
    formatCounted(assetCount, 'asset'),
    billingCycle === 'annual' ? 'billed annually' : 'billed monthly',
  ].join(', ');
