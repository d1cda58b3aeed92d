import { z } from 'zod';
import { Role } from '#domains/participants/contract.ts';

export const adminTabs = ['accounts', 'totals', 'log', 'jobs'] as const;

/** The search parameters of the administration. Invalid ones are ignored. */
export const AdminSearch = z.object({
  tab: z.enum(adminTabs).optional().catch(undefined),
  search: z.string().max(100).optional().catch(undefined),
  role: Role.optional().catch(undefined),
  status: z.enum(['active', 'inactive']).optional().catch(undefined),
  administrator: z.enum(['true', 'false']).optional().catch(undefined),
  auditor: z.enum(['true', 'false']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  /** The id of the account that is open next to the list. */
  account: z.uuid().optional().catch(undefined),
  /** A username, to filter the log. */
  who: z.string().max(64).optional().catch(undefined),
});
export type AdminSearch = z.infer<typeof AdminSearch>;

/** Returns the search parameters after a change. Changing a filter returns to page 1; opening an account does not. */
export function changed(before: AdminSearch, change: Partial<AdminSearch>): AdminSearch {
  const page = 'account' in change ? before.page : undefined;
  const after = { ...before, page, ...change };
  return { ...after, page: after.page === 1 ? undefined : after.page };
}

export type AdminTabProps = { search: AdminSearch; onChange: (change: Partial<AdminSearch>) => void };
