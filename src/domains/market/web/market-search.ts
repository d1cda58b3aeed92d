import { z } from 'zod';

export const marketTabs = ['properties', 'issue'] as const;

/** The search parameters of the share market. Invalid ones are ignored. */
export const MarketSearch = z.object({
  tab: z.enum(marketTabs).optional().catch(undefined),
  search: z.string().max(200).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  /** The number of the selected token. */
  token: z.coerce.string().max(15).optional().catch(undefined),
  /** The property to issue shares of. */
  property: z.string().max(32).optional().catch(undefined),
});
export type MarketSearch = z.infer<typeof MarketSearch>;
