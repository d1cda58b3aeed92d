import { z } from 'zod';

/** The search parameters of the explorer. Invalid ones are ignored. */
export const ExplorerSearch = z.object({
  /** The selected block, by index or hash; by default the newest. */
  block: z.string().max(80).optional().catch(undefined),
  /** The window ends below this index. */
  before: z.coerce.number().int().min(1).optional().catch(undefined),
  view: z.enum(['graph']).optional().catch(undefined),
  /** Number of blocks in the graph. */
  depth: z.coerce
    .number()
    .pipe(z.literal([3, 15]))
    .optional()
    .catch(undefined),
  /** The expanded assets and participants of the graph: encoded node ids, separated by spaces. */
  open: z.string().max(4000).optional().catch(undefined),
  /** Set to show the selected block as JSON. */
  tab: z.enum(['raw']).optional().catch(undefined),
  /** The block to compare with the selected one, by index or hash. */
  compare: z.string().max(80).optional().catch(undefined),
  action: z.enum(['validate']).optional().catch(undefined),
});
export type ExplorerSearch = z.infer<typeof ExplorerSearch>;

const openedMax = 12;

/** Returns the node ids in `open`, only the newest if there are too many. */
export function openedNodes(open: string | undefined): string[] {
  if (open === undefined || open === '') return [];
  try {
    return open.split(' ').map(decodeURIComponent).slice(-openedMax);
  } catch {
    return [];
  }
}

/** Returns the inverse of `openedNodes`. */
export const openText = (nodes: readonly string[]): string | undefined =>
  nodes.length === 0 ? undefined : nodes.slice(-openedMax).map(encodeURIComponent).join(' ');
