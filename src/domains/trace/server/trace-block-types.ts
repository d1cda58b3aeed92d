import { z } from 'zod';
import { type Draft, declareBlockTypes } from '#domains/ledger/server/index.ts';
import { ADMINISTRATOR, eventData } from '#domains/trace/contract/journey/event-content.ts';
import { JsonObject } from '#platform/contract/scalars.ts';

/**
 * Every bare word is an event about assets. `asset_id` is absent for events on quantities, `recordedBy` for events
 * that the participant recorded itself, and `recordedByRole` unless an administrator recorded it.
 */
export const traceBlockTypes = declareBlockTypes('trace', {
  '*': z.strictObject({
    action: z.string().min(1),
    asset_id: z.string().min(1).optional(),
    meta: JsonObject,
    recordedBy: z.string().min(1).optional(),
    recordedByRole: z.literal(ADMINISTRATOR).optional(),
    role: z.string().min(1),
    user: z.string().min(1),
  }),
});

/** Returns the draft of an event's block. */
export const draftEvent = (event: Parameters<typeof eventData>[0]): Draft => traceBlockTypes.draft(eventData(event));
