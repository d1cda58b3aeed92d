import { z } from 'zod';

export const PlanId = z
  .enum(['starter', 'professional', 'business', 'enterprise'], {
    error: 'planId is starter, professional, business or enterprise',
  })
  .meta({ id: 'PlanId' });
export type PlanId = z.infer<typeof PlanId>;

/** A version of a plan. Subscriptions keep the version at which they were agreed. */
export type PlanVersion = {
  readonly id: PlanId;
  readonly version: number;
  /** Plans in ascending order: a change to a higher rank is an upgrade. */
  readonly rank: number;
  readonly displayName: string;
  readonly description: string;
  /** Whether the price is agreed with each customer, so that the plan cannot be subscribed to online. */
  readonly customPricing: boolean;
  /** Cents per user and month, and per asset and month. */
  readonly userCents: number;
  readonly assetCents: number;
  readonly maxUsers: number;
  readonly maxAssets: number;
  readonly features: readonly string[];
};

/** A plan whose limits are agreed with each customer has none here. */
const AGREED = Number.MAX_SAFE_INTEGER;

/** All versions of all plans, the newest of each plan last. A version is never changed or removed. */
export const planVersions: readonly PlanVersion[] = [
  {
    ...{ id: 'starter', version: 1, rank: 1, displayName: 'Starter', customPricing: false },
    description: 'For one site that starts to record what happens to its goods.',
    ...{ userCents: 1500, assetCents: 5, maxUsers: 10, maxAssets: 1000 },
    features: [
      'Every event on a chain that anyone can verify',
      'Labels, scans and imports (GS1 EPCIS)',
      'Audit exports as CSV and JSON',
    ],
  },
  {
    ...{ id: 'professional', version: 1, rank: 2, displayName: 'Professional', customPricing: false },
    description: 'For a company with several sites and partners.',
    ...{ userCents: 3900, assetCents: 4, maxUsers: 50, maxAssets: 25_000 },
    features: ['Everything in Starter', 'Up to 50 users in one team', 'Recalls and lineage across partners'],
  },
  {
    ...{ id: 'business', version: 1, rank: 3, displayName: 'Business', customPricing: false },
    description: 'For a supply chain with many partners and large volumes.',
    ...{ userCents: 7900, assetCents: 3, maxUsers: 250, maxAssets: 250_000 },
    features: ['Everything in Professional', 'Up to 250 users in one team', 'The lowest price of an asset'],
  },
  {
    ...{ id: 'enterprise', version: 1, rank: 4, displayName: 'Enterprise', customPricing: true },
    description: 'For more than 250 users, or a server of your own.',
    ...{ userCents: 0, assetCents: 0, maxUsers: AGREED, maxAssets: AGREED },
    features: ['Everything in Business', 'Limits and prices as agreed', 'Help with your own installation'],
  },
];

/** The newest version of each plan, ascending by rank. */
export const plansOnOffer: readonly PlanVersion[] = PlanId.options.flatMap(
  (id) => planVersions.findLast((plan) => plan.id === id) ?? [],
);

/** Returns a version of a plan. Throws if it never existed, which means that the stored subscription is broken. */
export function planOf({ id, version }: { readonly id: PlanId; readonly version: number }): PlanVersion {
  const found = planVersions.find((plan) => plan.id === id && plan.version === version);
  if (found === undefined) throw new Error(`There is no version ${version} of the plan ${id}`);
  return found;
}

/** Returns the newest version of a plan. */
export function newestPlan(id: PlanId): PlanVersion {
  const found = plansOnOffer.find((plan) => plan.id === id);
  if (found === undefined) throw new Error(`The plan ${id} is not on offer`);
  return found;
}
