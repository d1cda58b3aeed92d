import { z } from 'zod';
import { LINEAGE_DEPTH_MAX, lineageDirections } from '#domains/trace/contract/lineage-words.ts';

/** The search parameters of an asset's page. */
export const AssetSearch = z.object({
  tab: z.enum(['map', 'lineage', 'custody']).optional().catch(undefined),
  /** The selected step, by its block. */
  step: z.coerce.number().int().min(0).optional().catch(undefined),
  /** One direction only; both by default. */
  direction: z.enum(lineageDirections).optional().catch(undefined),
  depth: z.coerce.number().int().min(1).max(LINEAGE_DEPTH_MAX).optional().catch(undefined),
});
export type AssetSearch = z.infer<typeof AssetSearch>;

/** The search parameters of a recall. */
export const RecallSearch = z.object({ scope: z.enum(['batch']).optional().catch(undefined) });
export type RecallSearch = z.infer<typeof RecallSearch>;
