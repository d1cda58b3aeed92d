import { instantOf } from '#domains/trace/contract/journey/event-content.ts';
import type { DocumentProblem } from './check-shape.ts';
import type { PlannedEvent } from './event-to-block.ts';
import { refused } from './refused-document.ts';

/** Events of others are stored unchanged, so only a wrong year is refused. Our own events may be at most a day ahead. */
const AHEAD_MAX_MILLISECONDS = 366 * 86_400_000;

/**
 * Refuses a document with an event more than a year after `now`, in milliseconds since the epoch. It would stay at the top
 * of every list.
 * @throws AppError `request.invalid`
 */
export function refuseTimes(plan: readonly PlannedEvent[], now: number): void {
  const problems = plan.flatMap(({ pointer, blocks }): DocumentProblem[] => {
    const at = instantOf(blocks[0]?.meta['timestamp']);
    if (at !== undefined && at <= now + AHEAD_MAX_MILLISECONDS) return [];
    const field = `${pointer}/eventTime`;
    return [{ pointer: field, message: `${field} must be at most a year from now` }];
  });
  if (problems.length > 0) throw refused(problems);
}
