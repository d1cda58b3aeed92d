import { z } from 'zod';
import { errorKind, idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { PublicText } from '#platform/contract/public-text.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { Dollars, ShownDollars } from './amounts.ts';
import { PlanId } from './plans.ts';
import { subscriptionStatuses } from './subscription-words.ts';

const tag = 'Subscription';

export const trialUsed = errorKind('billing.trial_used', 409, 'Trial was already used');
export const alreadySubscribed = errorKind('billing.already_subscribed', 409, 'Already subscribed');
export const paidByAnother = errorKind('billing.paid_by_another', 409, 'Another account pays');
export const noSubscription = errorKind('billing.no_subscription', 404, 'No subscription');
export const detailsMissing = errorKind('billing.details_missing', 409, 'Billing details are missing');
export const amountChanged = errorKind('billing.amount_changed', 409, 'Another amount is due');
export const unpaid = errorKind('billing.unpaid', 409, 'An overdue invoice is unpaid');
export const billingIsOff = errorKind('billing.off', 409, 'This server does not bill');

/** Days of a trial, and days before its end at which its account is reminded. */
export const TRIAL_DAYS = 14;
export const TRIAL_REMINDER_DAYS = 3;

export const BillingCycle = z
  .enum(['monthly', 'annual'], { error: 'billingCycle is monthly or annual' })
  .meta({ id: 'BillingCycle' });
export type BillingCycle = z.infer<typeof BillingCycle>;

export const SubscriptionStatus = z
  .enum(subscriptionStatuses)
  .describe('`expired` is a trial that ended without billing details: nothing was charged.')
  .meta({ id: 'SubscriptionStatus' });
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** A count of users in a request. Errors name `field`. */
const users = (field: string) =>
  z
    .int(`${field} must be a whole number`)
    .min(1, `${field} must be at least 1`)
    .max(1_000_000, `${field} must be at most 1,000,000`)
    .meta({ example: 10 });

/** A count of assets in a request. Errors name `field`. */
const assets = (field: string) =>
  z
    .int(`${field} must be a whole number`)
    .min(0, `${field} must be 0 or more`)
    .max(1_000_000_000, `${field} must be at most 1,000,000,000`)
    .meta({ example: 100 });

export const UserCount = users('userCount');
export const AssetCount = assets('assetCount');

export const Plan = z
  .object({
    id: PlanId,
    name: PlanId,
    displayName: z.string().meta({ example: 'Business' }),
    description: z.string(),
    customPricing: z.boolean().describe('True if its price is agreed with each customer. The prices are 0 then.'),
    pricePerUserMonth: Dollars,
    pricePerAssetMonth: Dollars,
    features: z.array(z.string()),
    maxUsers: z.int().nullable().describe('Null: as agreed.'),
    maxAssets: z.int().nullable().describe('Null: as agreed.'),
  })
  .meta({ id: 'Plan' });
export type Plan = z.infer<typeof Plan>;

const AgreedTerms = z.object({
  planId: PlanId,
  billingCycle: BillingCycle,
  userCount: z.int(),
  assetCount: z.int(),
});

export const Subscription = AgreedTerms.extend({
  status: SubscriptionStatus,
  currentPeriodStart: Instant,
  currentPeriodEnd: Instant,
  trialEnd: Instant.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  atPeriodEnd: AgreedTerms.nullable().describe('The terms from the end of the period; null if nothing changes.'),
  endedAt: Instant.nullable(),
}).meta({ id: 'Subscription' });
export type Subscription = z.infer<typeof Subscription>;

const Subscribed = z.object({ subscription: Subscription, plan: Plan });

export const listPlans = route({
  method: 'GET',
  path: '/api/subscription/plans',
  tag,
  summary: 'List the plans',
  access: 'public',
  response: z.object({ plans: z.array(Plan).max(20) }),
});

export const readSubscription = route({
  method: 'GET',
  path: '/api/subscription/subscription',
  tag,
  summary: 'Read your subscription',
  description: 'Both fields are null for an account that never had one.',
  access: 'signed in',
  response: z.object({ subscription: Subscription.nullable(), plan: Plan.nullable() }),
});

export const startTrial = route({
  method: 'POST',
  path: '/api/subscription/trial',
  tag,
  summary: 'Start the trial',
  description:
    `${TRIAL_DAYS} days, once for each account. When it ends, a subscription begins only if there are billing details. Otherwise the trial expires ` +
    'and nothing is charged.',
  access: 'signed in',
  idempotent: true,
  body: z.strictObject({
    planId: PlanId,
    userCount: UserCount,
    assetCount: AssetCount,
    billingCycle: BillingCycle.default('annual').describe('How it is billed after the trial.'),
  }),
  response: Subscribed,
  errors: [trialUsed, alreadySubscribed, paidByAnother, billingIsOff, idempotencyMismatch, unavailable],
});

const TermsChange = z.strictObject({
  planId: PlanId.optional(),
  billingCycle: BillingCycle.optional(),
  userCount: UserCount.optional(),
  assetCount: AssetCount.optional(),
  cancelAtPeriodEnd: z.boolean().optional().describe('True ends it with the period; false takes that back.'),
});

const Change = TermsChange.extend({
  cancelReason: PublicText(500).optional().describe('Why it is canceled, for the operator of the server.'),
  amount: ShownDollars('amount')
    .optional()
    .describe(
      'The dollars that were shown as due now; 0 if none were. Refused (409) if another amount is due since, apart from what five minutes cost.',
    ),
})
  .refine(({ amount: _, ...change }) => Object.keys(change).length > 0, {
    message: 'Name at least one of planId, billingCycle, userCount, assetCount and cancelAtPeriodEnd',
  })
  .refine(({ cancelAtPeriodEnd, cancelReason }) => cancelReason === undefined || cancelAtPeriodEnd === true, {
    path: ['cancelReason'],
    message: 'cancelReason goes with cancelAtPeriodEnd: true',
  });

export const changeSubscription = route({
  method: 'PATCH',
  path: '/api/subscription/subscription',
  tag,
  summary: 'Change, cancel or resume your subscription',
  description:
    'A higher plan, more users or assets, and annual instead of monthly billing apply immediately, and the rest of the period is invoiced. A reduction ' +
    'applies when the period ends. A subscription that has ended begins again with a planId, unless an overdue invoice made its account read-only. In a trial every change applies immediately and costs nothing.',
  access: 'signed in',
  idempotent: true,
  cost: 'heavy',
  body: Change,
  response: Subscribed,
  errors: [
    noSubscription,
    detailsMissing,
    unpaid,
    paidByAnother,
    amountChanged,
    billingIsOff,
    idempotencyMismatch,
    unavailable,
  ],
});

/** A line of an invoice before tax, with its explanation. */
export const InvoiceLine = z
  .object({
    text: z.string().meta({ example: '10 users × $15.00 a month × 12 months × 0.85' }),
    quantity: z.int(),
    unitPrice: Dollars.nullable().describe('Null if the amount is not a product, for example for a part of a period.'),
    from: Instant.nullable(),
    until: Instant.nullable(),
    amount: Dollars.describe('Negative for the unused rest of a period at earlier terms.'),
  })
  .meta({ id: 'InvoiceLine' });
export type InvoiceLine = z.infer<typeof InvoiceLine>;

export const Charge = z
  .object({
    at: Instant.describe('When it is invoiced.'),
    lines: z.array(InvoiceLine).max(20),
    net: Dollars,
    tax: Dollars,
    taxText: z.string().nullable().describe('Which tax, or why there is none.'),
    gross: Dollars,
    credit: Dollars.describe('The part paid by earlier overpayments and credit notes.'),
    due: Dollars,
  })
  .meta({ id: 'Charge' });
export type Charge = z.infer<typeof Charge>;

export const previewChange = route({
  method: 'POST',
  path: '/api/subscription/preview',
  tag,
  summary: 'Preview a change of your subscription',
  description:
    'Computed in the same way as invoices. An empty body shows what comes next without a change. Nothing is changed.',
  access: 'signed in',
  body: TermsChange,
  response: z.object({
    now: Charge.nullable().describe('The charge that is invoiced immediately; null if there is none.'),
    next: Charge.nullable().describe(
      'The charge that is invoiced when the period ends, at the terms agreed by then; null if the subscription ends.',
    ),
    atPeriodEnd: AgreedTerms.nullable().describe('The terms from the next period on, if they differ.'),
    endsAt: Instant.nullable().describe('When it ends, if it does.'),
  }),
  errors: [noSubscription, detailsMissing, unpaid, paidByAnother, billingIsOff],
});

export const estimatePrice = route({
  method: 'GET',
  path: '/api/subscription/estimate',
  tag,
  summary: 'Estimate the price of each plan',
  description: 'For a whole period without tax. Plans that do not allow as many users or assets are marked.',
  access: 'public',
  query: z.strictObject({
    users: z.coerce.number<number>().pipe(users('users')).default(10),
    assets: z.coerce.number<number>().pipe(assets('assets')).default(100),
    billingCycle: BillingCycle.default('annual'),
  }),
  response: z.object({
    estimates: z
      .array(
        z.object({
          planId: PlanId,
          fits: z.boolean(),
          lines: z.array(z.object({ text: z.string(), amount: Dollars })).max(4),
          amount: Dollars.nullable().describe('For the period; null for a price that is agreed.'),
        }),
      )
      .max(20),
  }),
});
