import { z } from 'zod';
import { eventActions } from '#domains/trace/contract.ts';

/** What the address of the events page says. */
export const EventsSearch = z.object({
  event: z.enum(eventActions).optional().catch(undefined),
  asset: z.string().max(200).optional().catch(undefined),
  participant: z.string().max(64).optional().catch(undefined),
  /** Days of recording (UTC), both or none. */
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  anomalous: z.enum(['true']).optional().catch(undefined),
  /** What is open beside the list. */
  action: z.enum(['add', 'correct', 'import', 'outbox']).optional().catch(undefined),
  /** What the form begins with: the action to record, and the asset that it happened to. */
  record: z.enum(eventActions).optional().catch(undefined),
  id: z.string().max(200).optional().catch(undefined),
  /** The block to correct. */
  block: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .catch(undefined),
});
export type EventsSearch = z.infer<typeof EventsSearch>;
