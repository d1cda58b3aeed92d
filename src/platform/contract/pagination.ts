import { z } from 'zod';

/** A page number in a query, starting at 1. */
export const PageNumber = z.coerce.number<number>().int().min(1).max(1_000_000).default(1);

/** The number of rows on a page. No list is longer than `max`. */
export const pageSize = (usual: number, max: number) => z.coerce.number<number>().int().min(1).max(max).default(usual);

/**
 * The position of a page in its list. `totalIsEstimate` is true if the list is too long to count exactly at a reasonable
 * cost; `total` is then approximate.
 */
export const Pagination = z.object({
  total: z.int().min(0),
  totalIsEstimate: z.boolean(),
  page: z.int().min(1),
  limit: z.int().min(1),
  totalPages: z.int().min(0),
  hasPrev: z.boolean(),
  hasNext: z.boolean(),
});
export type Pagination = z.infer<typeof Pagination>;

/** Returns the pagination of `page` in a list of `total` rows. */
export function paginate(of: { total: number; totalIsEstimate?: boolean; page: number; limit: number }): Pagination {
  const totalPages = Math.ceil(of.total / of.limit);
  return {
    total: of.total,
    totalIsEstimate: of.totalIsEstimate ?? false,
    page: of.page,
    limit: of.limit,
    totalPages,
    hasPrev: of.page > 1 && totalPages > 0,
    hasNext: of.page < totalPages,
  };
}
