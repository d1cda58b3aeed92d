import type { AuditSearch } from './audit-search.ts';

/**
 * Returns the search without its generated log if the end is before the start. The form shows such dates as an error, and
 * the API refuses them. Apart from the search itself, which the first page loads.
 */
export function generatedSearch(search: AuditSearch): AuditSearch {
  const { from, to } = search;
  return from !== undefined && to !== undefined && to < from ? { ...search, generated: undefined } : search;
}
