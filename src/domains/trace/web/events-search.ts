import { z } from 'zod';
import { eventActions } from '#domains/trace/contract.ts';

/** What the address of the events page says. */
export const EventsSearch = z.object({
  event: z.enum(eventActions).optional().catch(undefined),
  asset: z.string().max(200).optional().catch(undefined),
  participant: z.string().max(64).optional().catch(undefined),
  anomalous: z.enum(['true']).optional().catch(undefined),
  action: z.enum(['add']).optional().catch(undefined),
});
export type EventsSearch = z.infer<typeof EventsSearch>;
