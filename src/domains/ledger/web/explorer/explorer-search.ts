import { z } from 'zod';

/** What the address of the explorer says. What cannot be read is left out, never an error. */
export const ExplorerSearch = z.object({
  /** The selected block, by index or hash; the newest without it. */
  block: z.string().max(80).optional().catch(undefined),
  /** The window ends below this index. */
  before: z.coerce.number().int().min(1).optional().catch(undefined),
  view: z.enum(['graph']).optional().catch(undefined),
  /** How many blocks the graph shows. */
  depth: z.coerce
    .number()
    .pipe(z.literal([3, 15]))
    .optional()
    .catch(undefined),
  /** The assets and participants that are opened in the graph: node ids, each encoded, with blanks between them. */
  open: z.string().max(4000).optional().catch(undefined),
  /** The selected block as JSON rather than in words. */
  tab: z.enum(['raw']).optional().catch(undefined),
  /** The block that the selected one is compared with, by index or hash. */
  compare: z.string().max(80).optional().catch(undefined),
  action: z.enum(['validate']).optional().catch(undefined),
});
export type ExplorerSearch = z.infer<typeof ExplorerSearch>;

const openedMax = 12;

/** The node ids that `open` names, the newest of them if there are too many. */
export function openedNodes(open: string | undefined): string[] {
  if (open === undefined || open === '') return [];
  try {
    return open.split(' ').map(decodeURIComponent).slice(-openedMax);
  } catch {
    return [];
  }
}

/** The reverse. */
export const openText = (nodes: readonly string[]): string | undefined =>
  nodes.length === 0 ? undefined : nodes.slice(-openedMax).map(encodeURIComponent).join(' ');
