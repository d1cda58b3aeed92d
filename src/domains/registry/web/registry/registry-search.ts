import { z } from 'zod';
import { propertyStatuses, propertyTypes, sortableFields } from '#domains/registry/contract/property-words.ts';

const text = (max: number) => z.string().max(max).optional().catch(undefined);

/** The search parameters of the registry page. Invalid ones are ignored. */
export const RegistrySearch = z.object({
  search: text(200),
  neighborhood: text(80),
  propertyType: z.enum(propertyTypes).optional().catch(undefined),
  // Defaults to active properties, like the totals and the map.
  status: z
    .enum([...propertyStatuses, 'all'])
    .optional()
    .catch(undefined),
  owed: z.enum(['yes', 'no']).optional().catch(undefined),
  sortBy: z.enum(sortableFields).optional().catch(undefined),
  sortOrder: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  property: text(32),
  color: z.enum(['owed', 'status']).optional().catch(undefined),
});
export type RegistrySearch = z.infer<typeof RegistrySearch>;

export const PAGE_ROWS = 25;

/** Returns the filters as API parameters. */
export function queryOf(search: RegistrySearch) {
  // A link may have parameters of others, such as a newsletter's.
  const { property: _, color: __, status = 'active', ...known } = RegistrySearch.parse(search);
  return { ...known, status, limit: PAGE_ROWS };
}

/** Reports whether a filter is active. */
export const isFiltered = ({ search, neighborhood, propertyType, status, owed }: RegistrySearch): boolean =>
  [search, neighborhood, propertyType, status, owed].some((value) => value !== undefined && value !== '');

/** Returns the search parameters after a change of filters. It returns to page 1. */
export function changed(before: RegistrySearch, change: Partial<RegistrySearch>): RegistrySearch {
  const after = { ...before, page: undefined, ...change };
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined && value !== ''));
}
