import {
  type BillingCycle,
  divideHalfEven,
  newestPlan,
  type Plan,
  type PriceLine,
  periodLines,
  type Subscription,
  sumOf,
  type Terms,
} from '#domains/billing/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import type { SubscriptionSearch } from '../billing-search.ts';

/** The set-up of a company to estimate. */
export type SetUp = { readonly users: number; readonly assets: number; readonly cycle: BillingCycle };

export type Estimate = {
  readonly lines: readonly PriceLine[];
  /** The price of a period, in cents. */
  readonly cents: number;
  /** The saving of annual billing over twelve months, in cents. */
  readonly saved: number;
};

/** The default set-up without a subscription. */
const usual: SetUp = { users: 10, assets: 100, cycle: 'annual' };

/** Returns the initial set-up: that of the running subscription, so that only the plan differs. */
export const startOf = (subscription: Subscription | null): SetUp =>
  subscription === null || subscription.endedAt !== null
    ? usual
    : { users: subscription.userCount, assets: subscription.assetCount, cycle: subscription.billingCycle };

/** Returns the set-up in the URL, with initial values for missing parameters. */
export const setUpOf = ({ users, assets, cycle }: SubscriptionSearch, start: SetUp): SetUp => ({
  users: users ?? start.users,
  assets: assets ?? start.assets,
  cycle: cycle ?? start.cycle,
});

// The price of a whole period does not depend on its length.
const anyPeriod = { start: 0, end: 1 };

/** Prices a set-up by the engine of the invoices. */
export function estimateOf(planId: Plan['id'], { users, assets, cycle }: SetUp): Estimate {
  const terms: Terms = { plan: newestPlan(planId), users, assets, cycle };
  const lines = periodLines(terms, anyPeriod);
  const cents = sumOf(lines);
  const months = sumOf(periodLines({ ...terms, cycle: 'monthly' }, anyPeriod)) * 12;
  return { lines, cents, saved: cycle === 'annual' ? months - cents : 0 };
}

/** Returns the average price of a month, in cents. */
export const monthOf = (cents: number, cycle: BillingCycle): number =>
  cycle === 'annual' ? Number(divideHalfEven(BigInt(cents), 12n)) : cents;

/** Returns why a plan is too small for a set-up; undefined if it is not. */
export function whyTooSmall(plan: Plan, { users, assets }: Pick<SetUp, 'users' | 'assets'>): string | undefined {
  if (plan.maxUsers !== null && users > plan.maxUsers)
    return `Too small: at most ${formatCounted(plan.maxUsers, 'user')}`;
  if (plan.maxAssets !== null && assets > plan.maxAssets)
    return `Too small: at most ${formatCounted(plan.maxAssets, 'asset')}`;
  return undefined;
}
