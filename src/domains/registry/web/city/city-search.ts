import { z } from 'zod';
import { appealStates } from '#domains/registry/contract/property-words.ts';

export const cityTabs = ['payments', 'taxes', 'appeals', 'notices', 'roll'] as const;

/** The search parameters of the city desk. Invalid ones are ignored. */
export const CitySearch = z.object({
  tab: z.enum(cityTabs).optional().catch(undefined),
  state: z.enum(appealStates).optional().catch(undefined),
  page: z.int().min(1).max(1_000_000).optional().catch(undefined),
});
export type CitySearch = z.infer<typeof CitySearch>;
