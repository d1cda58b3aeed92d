import { z } from 'zod';

/** The search parameters of the chat. Invalid ones are ignored. */
export const ChatSearch = z.object({
  /** The open conversation. */
  c: z.uuid().optional().catch(undefined),
  /** Text that fills the input. */
  q: z.string().max(2000).optional().catch(undefined),
});
export type ChatSearch = z.infer<typeof ChatSearch>;
