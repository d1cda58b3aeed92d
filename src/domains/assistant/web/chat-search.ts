import { z } from 'zod';

/** What the address of the chat says. What cannot be read is left out, never an error. */
export const ChatSearch = z.object({
  /** The conversation that is open. */
  c: z.uuid().optional().catch(undefined),
  /** Fills the input. */
  q: z.string().max(2000).optional().catch(undefined),
});
export type ChatSearch = z.infer<typeof ChatSearch>;
