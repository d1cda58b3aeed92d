import { z } from 'zod';
import { assetCategories, assetListDefaults, assetStatuses, sortableAssetFields } from '#domains/trace/contract.ts';
import { pageSizes } from '#platform/web/ui/table/page-sizes.ts';

/** What the address of the assets page says; what cannot be read counts as not said. */
export const AssetsSearch = z.object({
  search: z.string().max(200).optional().catch(undefined),
  category: z.enum(assetCategories).optional().catch(undefined),
  status: z.enum(assetStatuses).optional().catch(undefined),
  batch: z.string().max(200).optional().catch(undefined),
  sortBy: z.enum(sortableAssetFields).optional().catch(undefined),
  sortOrder: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  limit: z.coerce.number().pipe(z.literal(pageSizes)).optional().catch(undefined),
  action: z.enum(['add']).optional().catch(undefined),
});
export type AssetsSearch = z.infer<typeof AssetsSearch>;

/** The filters that are set, as the API takes them; the usual values are left out. */
export function filterOf({ action: _, ...search }: AssetsSearch) {
  return {
    ...search,
    sortBy: search.sortBy ?? assetListDefaults.sortBy,
    sortOrder: search.sortOrder ?? assetListDefaults.sortOrder,
    page: search.page ?? assetListDefaults.page,
    limit: search.limit ?? assetListDefaults.limit,
  };
}

/** Whether anything narrows the list. */
export function isFiltered({ search, category, status, batch }: AssetsSearch): boolean {
  return [search, category, status, batch].some((value) => value !== undefined && value !== '');
}

/** Changing any filter leads back to page 1, unless the change names a page. What is empty or usual leaves the address. */
export function changed(before: AssetsSearch, change: Partial<AssetsSearch>): AssetsSearch {
  const after = { ...before, page: undefined, ...change };
  const usual: Partial<AssetsSearch> = assetListDefaults;
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => value !== undefined && value !== '' && usual[name as keyof AssetsSearch] !== value,
    ),
  );
}
