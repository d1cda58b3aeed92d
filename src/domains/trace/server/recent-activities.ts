import { type OutlinedBlock, readBlocksAt } from '#domains/ledger/server/index.ts';
import { readManaged, readManagers, resolveUsername } from '#domains/participants/server/index.ts';
import { happenedAtOf, readEvent, TRACE } from '#domains/trace/contract/journey/event-content.ts';
import { CLOCK_TOLERANCE_MILLISECONDS } from '#domains/trace/contract/journey/journey.ts';
import type { Activity, EventClock } from '#domains/trace/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readAssetNames } from './assets.ts';
import { readMarks } from './event-marks.ts';
import { findEvents } from './find-events.ts';
import { defined } from './read-asset.ts';
import { findStoredId } from './stored-asset-ids.ts';

export type ActivityFilter = {
  readonly clock: EventClock;
  readonly limit: number;
  readonly participantId?: string | undefined;
  readonly assetId?: string | undefined;
  readonly action?: string | undefined;
  readonly anomalous?: boolean | undefined;
  /** Id or username of the participant whose assets, and those of participants it manages, are wanted. */
  readonly concerning?: string | undefined;
  /** The last block of the previous page. */
  readonly before?: number | undefined;
  /** Only events that have happened by now. By the recording clock, all have. */
  readonly past?: boolean | undefined;
  /** UTC days, both or none. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

const DAY_MILLISECONDS = 86_400_000;

/** Reads the newest events that match, newest first by the clock. */
export async function readRecentActivities(db: Database, now: number, filter: ActivityFilter): Promise<Activity[]> {
  const { clock, limit, action, anomalous, past, before, from, to } = filter;
  const participant = filter.participantId === undefined ? undefined : await resolveUsername(db, filter.participantId);
  if (filter.participantId !== undefined && participant === undefined) return [];
  const viewer = filter.concerning === undefined ? undefined : await resolveUsername(db, filter.concerning);
  if (filter.concerning !== undefined && viewer === undefined) return [];
  const concerning = viewer === undefined ? undefined : [viewer, ...(await readManaged(db, viewer))];
  const assetId = filter.assetId === undefined ? undefined : await findStoredId(db, filter.assetId);
  const ends = [
    ...(to === undefined ? [] : [Date.parse(to) + DAY_MILLISECONDS]),
    ...(past && clock === 'happened' ? [now + CLOCK_TOLERANCE_MILLISECONDS + 1] : []),
  ];
  const period = {
    since: from === undefined ? undefined : Date.parse(from),
    until: ends.length === 0 ? undefined : Math.min(...ends),
  };
  const after = before === undefined ? {} : await positionOf(db, before, clock);
  const selection = { clock, ...period, ...after, participant, assetId, action, anomalous, concerning, domain: TRACE };
  return describeEvents(db, await findEvents(db, selection, { limit }));
}

/** Returns blocks as events of a list, with their marks and the names of their assets. */
export async function describeEvents(db: Database, blocks: readonly OutlinedBlock[]): Promise<Activity[]> {
  const events = blocks.map((block) => readEvent(block));
  const [markOf, managerOf, names] = await Promise.all([
    readMarks(
      db,
      blocks.map((block) => block.index),
    ),
    readManagers(db, [...new Set(events.flatMap((event) => event?.participant ?? []))]),
    readAssetNames(db, [...new Set(events.flatMap((event) => event?.assetId ?? []))]),
  ]);
  return blocks.map((block, n): Activity => {
    const event = events[n];
    const recordedAt = new Date(block.timestamp * 1000).toISOString();
    return {
      id: String(block.index),
      blockIndex: block.index,
      action: String(block.data['action']),
      participantName: event?.participant ?? String(block.data['user'] ?? 'unknown'),
      timestamp: new Date(happenedAtOf(block)).toISOString(),
      recordedAt,
      anomalies: markOf(block.index).anomalies,
      ...defined({
        assetId: event?.assetId,
        assetName: event?.assetId === undefined ? undefined : names.get(event.assetId),
        location: event?.location,
        recordedBy: event?.recordedBy,
        managedBy: event === undefined ? undefined : managerOf.get(event.participant),
        correctedBy: markOf(block.index).correctedBy,
        corrects: event?.corrects,
      }),
    };
  });
}

/** Returns where the list continues after a block. A block that does not exist yet comes after every other. */
async function positionOf(db: Database, index: number, clock: EventClock) {
  if (clock === 'recorded') return { below: index };
  const [block] = await readBlocksAt(db, [index]);
  return block === undefined ? {} : { after: { index, happenedAt: happenedAtOf(block) } };
}
