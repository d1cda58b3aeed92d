import { z } from 'zod';

/** The search parameters of the dashboard. Invalid values are ignored. */
export const DashboardSearch = z.object({
  range: z.enum(['today', '7', '90', 'custom']).optional().catch(undefined),
  /** The time that the period follows, unless it is when events happened. */
  clock: z.enum(['recorded']).optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  compare: z.enum(['off']).optional().catch(undefined),
  /** The view of the period, unless it is a chart. */
  chart: z.enum(['table']).optional().catch(undefined),
  live: z.enum(['paused']).optional().catch(undefined),
});
export type DashboardSearch = z.infer<typeof DashboardSearch>;
