import { z } from 'zod';

export const cityTabs = ['payments', 'taxes', 'notices', 'roll'] as const;

/** The search parameters of the city desk. Invalid ones are ignored. */
export const CitySearch = z.object({ tab: z.enum(cityTabs).optional().catch(undefined) });
export type CitySearch = z.infer<typeof CitySearch>;
