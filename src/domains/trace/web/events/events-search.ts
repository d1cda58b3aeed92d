import { z } from 'zod';
import { eventActions } from '#domains/trace/contract.ts';

/** The search parameters of the events page. */
export const EventsSearch = z.object({
  event: z.enum(eventActions).optional().catch(undefined),
  asset: z.string().max(200).optional().catch(undefined),
  participant: z.string().max(64).optional().catch(undefined),
  /** The clock of days and order. Absent: when events happened. */
  clock: z.enum(['recorded']).optional().catch(undefined),
  /** UTC days, both or none. */
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  anomalous: z.enum(['true']).optional().catch(undefined),
  /** With `anomalous`: only those that concern the assets of this username. */
  concerning: z.string().max(64).optional().catch(undefined),
  /** The sheet that is open next to the list. */
  action: z.enum(['add', 'correct', 'import', 'outbox']).optional().catch(undefined),
  /** Initial action and asset of the form. */
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
