import { readOutlines } from '#domains/ledger/server/index.ts';
import { readManagers, resolveUsername } from '#domains/participants/server/index.ts';
import type { Activity } from '#domains/trace/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readAnomalousBlocks } from './anomalous-events.ts';
import { findBlocksOfPeriod } from './counters.ts';
import { EVENT_OUTLINE, readEvent, TRACE } from './event-content.ts';
import { readMarks } from './event-marks.ts';
import { defined } from './read-asset.ts';

export type ActivityFilter = {
  readonly limit: number;
  readonly participantId?: string | undefined;
  readonly assetId?: string | undefined;
  readonly action?: string | undefined;
  readonly anomalous?: boolean | undefined;
  readonly before?: number | undefined;
  /** Recording days, both or none. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** Reads the newest events that match, newest first. */
export async function readRecentActivities(db: Database, filter: ActivityFilter): Promise<Activity[]> {
  const participant = filter.participantId === undefined ? undefined : await resolveUsername(db, filter.participantId);
  if (filter.participantId !== undefined && participant === undefined) return [];
  const place = await findPlace(db, filter);
  if (place === undefined) return [];
  const blocks = filter.anomalous
    ? await readAnomalousBlocks(db, { ...place, ...filterOf(filter), participant }, { limit: filter.limit })
    : await readOutlines(
        db,
        { ...place, ...filterOf(filter), participant, domain: TRACE },
        { limit: filter.limit, order: 'newest', withText: false },
        EVENT_OUTLINE,
      );
  const [markOf, managerOf] = await Promise.all([
    readMarks(
      db,
      blocks.map((block) => block.index),
    ),
    readManagers(db, [...new Set(blocks.flatMap((block) => readEvent(block)?.participant ?? []))]),
  ]);
  const activities = blocks.map((block): Activity => {
    const event = readEvent(block);
    const recordedAt = new Date(block.timestamp * 1000).toISOString();
    return {
      id: String(block.index),
      blockIndex: block.index,
      action: String(block.data['action']),
      participantName: event?.participant ?? String(block.data['user'] ?? 'unknown'),
      timestamp: event === undefined ? recordedAt : new Date(event.happenedAt).toISOString(),
      recordedAt,
      anomalies: markOf(block.index).anomalies,
      ...defined({
        assetId: event?.assetId,
        location: event?.location,
        recordedBy: event?.recordedBy,
        managedBy: event === undefined ? undefined : managerOf.get(event.participant),
        correctedBy: markOf(block.index).correctedBy,
        corrects: event?.corrects,
      }),
    };
  });
  return activities;
}

const filterOf = ({ assetId, action }: ActivityFilter) => ({ assetId, action });

type Place = { readonly from: number | undefined; readonly below: number | undefined };

/** Returns the range of the chain to search, or undefined if it has no blocks. */
async function findPlace(db: Database, { before, from, to }: ActivityFilter): Promise<Place | undefined> {
  if (from === undefined || to === undefined) return { from: undefined, below: before };
  const blocks = await findBlocksOfPeriod(db, { from, to });
  if (blocks === undefined) return undefined;
  const ends = [before, blocks.below].filter((end) => end !== undefined);
  return { from: blocks.from, below: ends.length === 0 ? undefined : Math.min(...ends) };
}
