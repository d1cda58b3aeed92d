import { metaOf } from '#domains/trace/contract/journey/event-content.ts';
import { CLOCK_TOLERANCE_MILLISECONDS } from '#domains/trace/contract/journey/journey.ts';
import type { EventRequest } from './event-rules.ts';
import { traceBlockTypes } from './trace-block-types.ts';

/**
 * Returns a request whose event states when it happened, if it was submitted more than a minute ago and states no time.
 * The client submitted it when it happened, and could not send it. Within a minute, the recording time counts: it does
 * not depend on the client's clock.
 */
export function stateLateTime(request: EventRequest, submittedAt: string | undefined, now: number): EventRequest {
  const { draft, event } = request;
  if (event === undefined || submittedAt === undefined || event.happenedAt !== undefined) return request;
  const happenedAt = Date.parse(submittedAt);
  if (!(now - happenedAt > CLOCK_TOLERANCE_MILLISECONDS) || happenedAt < 0) return request;
  const meta = { ...metaOf(draft.data), timestamp: new Date(happenedAt).toISOString() };
  return { ...request, draft: traceBlockTypes.draft({ ...draft.data, meta }), event: { ...event, happenedAt } };
}
