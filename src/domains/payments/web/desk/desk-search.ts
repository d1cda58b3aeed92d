import { z } from 'zod';

export const deskTabs = ['held', 'decided', 'cards', 'rate'] as const;

/** The search parameters of the payments desk. Invalid ones are ignored. */
export const PaymentsDeskSearch = z.object({
  tab: z.enum(deskTabs).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
});
export type PaymentsDeskSearch = z.infer<typeof PaymentsDeskSearch>;
