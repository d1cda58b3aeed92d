import { z } from 'zod';
import { lineFilters } from '#domains/payments/contract/statement-words.ts';

/** The search parameters of the page of bank statements. Invalid ones are ignored. */
export const StatementsSearch = z.object({
  statement: z.string().max(36).optional().catch(undefined),
  view: z.enum(['suspense']).optional().catch(undefined),
  outcome: z.enum(lineFilters).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
});
export type StatementsSearch = z.infer<typeof StatementsSearch>;
