import { z } from 'zod';

/** What the address of the landing page says: `trial=start` opens the sign-up. */
export const LandingSearch = z.object({ trial: z.enum(['start']).optional().catch(undefined) });
export type LandingSearch = z.infer<typeof LandingSearch>;
