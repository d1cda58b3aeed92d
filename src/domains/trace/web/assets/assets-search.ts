import { z } from 'zod';
import {
  assetCategories,
  assetListDefaults,
  assetStatuses,
  sortableAssetFields,
} from '#domains/trace/contract/asset-words.ts';
import { pageSizes } from '#platform/web/ui/table/page-sizes.ts';

const username = z.string().min(1).max(64).optional().catch(undefined);

/** The search parameters of the assets page. Invalid ones are ignored. */
export const AssetsSearch = z.object({
  search: z.string().max(200).optional().catch(undefined),
  category: z.enum(assetCategories).optional().catch(undefined),
  status: z.enum(assetStatuses).optional().catch(undefined),
  batch: z.string().max(200).optional().catch(undefined),
  custodian: username,
  addressee: username,
  participant: username,
  sortBy: z.enum(sortableAssetFields).optional().catch(undefined),
  sortOrder: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  limit: z.coerce.number().pipe(z.literal(pageSizes)).optional().catch(undefined),
  action: z.enum(['add']).optional().catch(undefined),
});
export type AssetsSearch = z.infer<typeof AssetsSearch>;

/** Returns the active filters as API parameters, without default values. */
export function filterOf({ action: _, ...search }: AssetsSearch) {
  return {
    ...search,
    sortBy: search.sortBy ?? assetListDefaults.sortBy,
    sortOrder: search.sortOrder ?? assetListDefaults.sortOrder,
    page: search.page ?? assetListDefaults.page,
    limit: search.limit ?? assetListDefaults.limit,
  };
}

/** Reports whether any filter is active. */
export function isFiltered(filter: AssetsSearch): boolean {
  const { search, category, status, batch, custodian, addressee, participant } = filter;
  return [search, category, status, batch, custodian, addressee, participant].some(
    (value) => value !== undefined && value !== '',
  );
}

/**
 * Returns the search parameters after a change. Changing a filter returns to page 1; empty and default values leave the
 * URL.
 */
export function changed(before: AssetsSearch, change: Partial<AssetsSearch>): AssetsSearch {
  const after = { ...before, page: undefined, ...change };
  const usual: Partial<AssetsSearch> = assetListDefaults;
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => value !== undefined && value !== '' && usual[name as keyof AssetsSearch] !== value,
    ),
  );
}
