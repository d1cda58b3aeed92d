import { z } from 'zod';

export const subscriptionTabs = ['plans', 'current', 'history', 'usage'] as const;
export type SubscriptionTab = (typeof subscriptionTabs)[number];

/** The search parameters of the subscription screen, among them an estimate, which is shared as a link. Invalid ones are ignored. */
export const SubscriptionSearch = z.object({
  tab: z.enum(subscriptionTabs).optional().catch(undefined),
  users: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  assets: z.coerce.number().int().min(0).max(1_000_000_000).optional().catch(undefined),
  cycle: z.enum(['monthly', 'annual']).optional().catch(undefined),
  /** The page of the billing history. */
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  /** How many days of usage are shown, unless 30. */
  days: z.coerce.number().int().min(90).max(90).optional().catch(undefined),
  /** The invoice that is open beside the list. */
  invoice: z.string().max(32).optional().catch(undefined),
});
export type SubscriptionSearch = z.infer<typeof SubscriptionSearch>;

/** What the parts of the screen show, and how they change the address. */
export type SubscriptionTabProps = {
  search: SubscriptionSearch;
  onChange: (next: Partial<SubscriptionSearch>) => void;
};
