import { z } from 'zod';

/** The search parameters of the profile page. */
export const ProfileSearch = z.object({
  /** Whether the password form is open. */
  edit: z.enum(['password']).optional().catch(undefined),
  /** The page of the security log. */
  page: z.coerce.number().int().min(1).max(100).optional().catch(undefined),
});
export type ProfileSearch = z.infer<typeof ProfileSearch>;
