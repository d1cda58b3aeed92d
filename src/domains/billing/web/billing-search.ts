import { z } from 'zod';

export const subscriptionTabs = ['plans', 'current', 'history', 'usage'] as const;
export type SubscriptionTab = (typeof subscriptionTabs)[number];

/** A whole number of a link. Without digits it counts as absent, not as zero. */
const Count = (min: number, max: number) =>
  z
    .union([z.literal('').transform(() => undefined), z.coerce.number().int().min(min).max(max)])
    .optional()
    .catch(undefined);

/** The search parameters of the subscription screen, including an estimate, which can be shared as a link. Invalid ones are ignored. */
export const SubscriptionSearch = z.object({
  tab: z.enum(subscriptionTabs).optional().catch(undefined),
  users: Count(1, 1_000_000),
  assets: Count(0, 1_000_000_000),
  cycle: z.enum(['monthly', 'annual']).optional().catch(undefined),
  /** The page of the billing history. */
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  /** The number of days of usage to show. Absent: 30. */
  days: z.coerce.number().int().min(90).max(90).optional().catch(undefined),
  /** The invoice that is open next to the list. */
  invoice: z.string().max(32).optional().catch(undefined),
});
export type SubscriptionSearch = z.infer<typeof SubscriptionSearch>;

/** The search parameters for the parts of the screen, and the function that changes them. */
export type SubscriptionTabProps = {
  search: SubscriptionSearch;
  onChange: (next: Partial<SubscriptionSearch>) => void;
};
