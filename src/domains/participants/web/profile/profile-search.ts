import { z } from 'zod';

/** What the address of the profile page says. */
export const ProfileSearch = z.object({
  /** The password form is open. */
  edit: z.enum(['password']).optional().catch(undefined),
  /** The page of the security log. */
  page: z.coerce.number().int().min(1).max(100).optional().catch(undefined),
});
export type ProfileSearch = z.infer<typeof ProfileSearch>;
