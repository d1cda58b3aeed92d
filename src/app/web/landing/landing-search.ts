import { z } from 'zod';

/** The search parameters of the landing page: `trial=start` opens the sign-up. */
export const LandingSearch = z.object({ trial: z.enum(['start']).optional().catch(undefined) });
export type LandingSearch = z.infer<typeof LandingSearch>;
