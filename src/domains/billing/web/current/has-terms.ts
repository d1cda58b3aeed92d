import type { Subscription } from '#domains/billing/contract.ts';
import type { Change } from '../queries.ts';

/** Reports whether a subscription has all the terms of a change already, now or from the end of the period. */
export function hasTerms(subscription: Subscription, change: Change): boolean {
  const { cancelAtPeriodEnd, ...terms } = change;
  if (cancelAtPeriodEnd !== undefined && cancelAtPeriodEnd !== subscription.cancelAtPeriodEnd) return false;
  if (subscription.endedAt !== null) return cancelAtPeriodEnd === true;
  const agreed = subscription.atPeriodEnd ?? subscription;
  return (['planId', 'billingCycle', 'userCount', 'assetCount'] as const).every(
    (name) => terms[name] === undefined || terms[name] === agreed[name],
  );
}
