import { z } from 'zod';
import { subscriptionStatuses } from '#domains/billing/contract/subscription-words.ts';

/** The search parameters of the administration of subscriptions. Invalid ones are ignored. */
export const SubscriptionsDeskSearch = z.object({
  status: z.enum(subscriptionStatuses).optional().catch(undefined),
  search: z.string().max(100).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  /** The username whose subscription is open next to the list. */
  account: z.string().max(64).optional().catch(undefined),
});
export type SubscriptionsDeskSearch = z.infer<typeof SubscriptionsDeskSearch>;
