import { z } from 'zod';

/** What the address of the explorer says. What cannot be read is left out, never an error. */
export const ExplorerSearch = z.object({
  /** The selected block, by index or hash; the newest without it. */
  block: z.string().max(80).optional().catch(undefined),
  /** The window ends below this index. */
  before: z.coerce.number().int().min(1).optional().catch(undefined),
  view: z.enum(['graph']).optional().catch(undefined),
  action: z.enum(['validate']).optional().catch(undefined),
});
export type ExplorerSearch = z.infer<typeof ExplorerSearch>;
