import { dollarsOf, type Plan, type PlanVersion, type Subscription, type Terms } from '#domains/billing/contract.ts';
import type { SubscriptionState } from './subscription-state.ts';

/** Returns an instant of seconds since 1970. */
export const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();

const orNull = (seconds: number | undefined) => (seconds === undefined ? null : instant(seconds));

export const describeTerms = ({ plan, cycle, users, assets }: Terms) => ({
  planId: plan.id,
  billingCycle: cycle,
  userCount: users,
  assetCount: assets,
});

/** Returns a subscription in the form of the API. */
export const describeSubscription = (state: SubscriptionState): Subscription => ({
  ...describeTerms(state.terms),
  status: state.status,
  currentPeriodStart: instant(state.period.start),
  currentPeriodEnd: instant(state.period.end),
  trialEnd: orNull(state.trialEnd),
  cancelAtPeriodEnd: state.cancelAtPeriodEnd,
  atPeriodEnd: state.nextTerms === undefined ? null : describeTerms(state.nextTerms),
  endedAt: orNull(state.endedAt),
});

/** Returns a plan in the form of the API: agreed limits are null. */
export const describePlan = (plan: PlanVersion): Plan => ({
  ...{ id: plan.id, name: plan.id, displayName: plan.displayName, description: plan.description },
  customPricing: plan.customPricing,
  pricePerUserMonth: dollarsOf(plan.userCents),
  pricePerAssetMonth: dollarsOf(plan.assetCents),
  features: [...plan.features],
  maxUsers: plan.customPricing ? null : plan.maxUsers,
  maxAssets: plan.customPricing ? null : plan.maxAssets,
});

export const describeSubscribed = (state: SubscriptionState) => ({
  subscription: describeSubscription(state),
  plan: describePlan(state.terms.plan),
});
