import { z } from 'zod';

export const portalTabs = ['properties', 'pay', 'autopay', 'relief', 'ownership', 'notices'] as const;

/** The search parameters of the resident portal. Invalid ones are ignored. */
export const PortalSearch = z.object({
  tab: z.enum(portalTabs).optional().catch(undefined),
  property: z.string().max(32).optional().catch(undefined),
  /** The properties to pay together, separated by commas. */
  with: z.string().max(1650).optional().catch(undefined),
  /** The page of the list of properties. */
  list: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  /** The page of the notices. */
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  resident: z.string().max(64).optional().catch(undefined),
});
export type PortalSearch = z.infer<typeof PortalSearch>;
