import { z } from 'zod';
import { participantSorts } from '#domains/participants/contract/participant-words.ts';
import { participantRoles } from '#domains/participants/contract/roles.ts';
import { pageSizes } from '#platform/web/ui/table/page-sizes.ts';

/** The search parameters of the participants page. Invalid ones are ignored. */
export const ParticipantsSearch = z.object({
  search: z.string().max(100).optional().catch(undefined),
  role: z.enum(participantRoles).optional().catch(undefined),
  status: z.enum(['active', 'inactive']).optional().catch(undefined),
  sortBy: z.enum(participantSorts).optional().catch(undefined),
  sortOrder: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  limit: z.coerce.number().pipe(z.literal(pageSizes)).optional().catch(undefined),
  /** The open dialog. */
  action: z.enum(['add', 'edit']).optional().catch(undefined),
  /** The participant to edit. */
  participant: z.string().max(64).optional().catch(undefined),
});
export type ParticipantsSearch = z.infer<typeof ParticipantsSearch>;

/** The search parameters of a participant's page. */
export const ParticipantSearch = z.object({ action: z.enum(['edit']).optional().catch(undefined) });
export type ParticipantSearch = z.infer<typeof ParticipantSearch>;

const usual = {
  sortBy: 'createdAt',
  sortOrder: 'desc',
  page: 1,
  limit: 10,
} as const satisfies Partial<ParticipantsSearch>;

/** Returns the filters as API parameters. */
export function filterOf({ action: _, participant: __, ...search }: ParticipantsSearch) {
  return {
    ...search,
    sortBy: search.sortBy ?? usual.sortBy,
    sortOrder: search.sortOrder ?? usual.sortOrder,
    page: search.page ?? usual.page,
    limit: search.limit ?? usual.limit,
  };
}

export const isFiltered = ({ search, role, status }: ParticipantsSearch): boolean =>
  [search, role, status].some((value) => value !== undefined && value !== '');

/**
 * Returns the search parameters after a change. Changing a filter returns to page 1; empty and default values leave the
 * URL.
 */
export function changed(before: ParticipantsSearch, change: Partial<ParticipantsSearch>): ParticipantsSearch {
  const leftOut: Partial<ParticipantsSearch> = usual;
  return Object.fromEntries(
    Object.entries({ ...before, page: undefined, ...change }).filter(
      ([name, value]) => value !== undefined && value !== '' && leftOut[name as keyof ParticipantsSearch] !== value,
    ),
  );
}
