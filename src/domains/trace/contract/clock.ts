import { z } from 'zod';

/**
 * The two times of an event. `happened` is the time that the event states, or its recording time if it states none.
 * `recorded` is the time of its block.
 */
export const eventClocks = ['happened', 'recorded'] as const;
export const EventClock = z.enum(eventClocks);
export type EventClock = z.infer<typeof EventClock>;

/** The default for goods: by when something happened to them. */
export const goodsClock: EventClock = 'happened';

/** A query parameter that chooses the clock of periods and orders. */
export const clockParameter = (initial: EventClock) =>
  EventClock.default(initial).describe('Whether dates and order follow when events happened or were recorded.');
