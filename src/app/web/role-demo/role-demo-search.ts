import { z } from 'zod';

/** The tabs of the page; the first is the default. */
export const roleDemoTabs = ['overview', 'manufacturer', 'shipper', 'retailer', 'other'] as const;
export type RoleDemoTab = (typeof roleDemoTabs)[number];

/** The search parameters of the role demo. */
export const RoleDemoSearch = z.object({ tab: z.enum(roleDemoTabs).optional().catch(undefined) });
export type RoleDemoSearch = z.infer<typeof RoleDemoSearch>;
