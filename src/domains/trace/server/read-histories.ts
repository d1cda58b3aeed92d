import { readOutlines } from '#domains/ledger/server/index.ts';
import { readManagers } from '#domains/participants/server/index.ts';
import { type CorrectionHistory, restate } from '#domains/trace/contract/journey/apply-correction.ts';
import { HISTORY_MAX } from '#domains/trace/contract/journey/correction-rules.ts';
import { EVENT_OUTLINE, readEvent, TRACE } from '#domains/trace/contract/journey/event-content.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readMarks } from './event-marks.ts';

/** Reads the histories of these assets, each one once. */
export async function readHistories(
  db: Database,
  assetIds: readonly string[],
): Promise<Map<string, CorrectionHistory>> {
  const histories = new Map<string, CorrectionHistory>();
  for (const assetId of assetIds) {
    const page = { limit: HISTORY_MAX, order: 'oldest', withText: false } as const;
    const blocks = await readOutlines(db, { domain: TRACE, assetId }, page, EVENT_OUTLINE);
    const events = blocks.flatMap((block) => readEvent(block) ?? []);
    const [markOf, managerOf] = await Promise.all([
      readMarks(
        db,
        events.map((event) => event.index),
      ),
      readManagers(db, [...new Set(events.map((event) => event.participant))]),
    ]);
    const history: CorrectionHistory = {
      events: events.map((event) => ({
        ...event,
        anomalies: markOf(event.index).anomalies,
        corrected: markOf(event.index).correctedBy !== undefined,
        managedBy: managerOf.get(event.participant),
      })),
    };
    const byIndex = new Map(history.events.map((event) => [event.index, event]));
    for (const correction of events) {
      const target = correction.corrects === undefined ? undefined : byIndex.get(correction.corrects);
      if (target !== undefined) restate(target, { ...correction, anomalies: markOf(correction.index).anomalies });
    }
    histories.set(assetId, history);
  }
  return histories;
}
