import { readBlocksAt, readNewestBlocks } from '#domains/ledger/server/index.ts';
import { resolveUsername } from '#domains/participants/server/index.ts';
import type { Activity } from '#domains/trace/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readEvent } from './event-content.ts';
import { readMarks } from './event-marks.ts';
import { defined } from './read-asset.ts';

export type ActivityFilter = {
  readonly limit: number;
  readonly participantId?: string | undefined;
  readonly assetId?: string | undefined;
  readonly action?: string | undefined;
  readonly anomalous?: boolean | undefined;
  readonly before?: number | undefined;
};

/** Reads the newest events that match, newest first. */
export async function readRecentActivities(db: Database, filter: ActivityFilter): Promise<Activity[]> {
  const participant = filter.participantId === undefined ? undefined : await resolveUsername(db, filter.participantId);
  if (filter.participantId !== undefined && participant === undefined) return [];
  const blocks = filter.anomalous
    ? await readAnomalousBlocks(db, filter, participant)
    : await readNewestBlocks(
        db,
        { below: filter.before, assetId: filter.assetId, action: filter.action, participant },
        // Block 0 is no event, and may be among the newest.
        { limit: filter.limit + 1 },
      );
  const markOf = await readMarks(
    db,
    blocks.map((block) => block.index),
  );
  const activities = blocks.flatMap((block): Activity[] => {
    const event = readEvent(block);
    if (block.data['action'] === 'genesis') return [];
    const recordedAt = new Date(block.timestamp * 1000).toISOString();
    return [
      {
        id: String(block.index),
        blockIndex: block.index,
        action: String(block.data['action']),
        participantName: event?.participant ?? String(block.data['user'] ?? 'unknown'),
        timestamp: event === undefined ? recordedAt : new Date(event.happenedAt).toISOString(),
        recordedAt,
        anomalies: markOf(block.index).anomalies,
        ...defined({ assetId: event?.assetId, location: event?.location }),
      },
    ];
  });
  return activities.slice(0, filter.limit);
}

async function readAnomalousBlocks(db: Database, filter: ActivityFilter, participant: string | undefined) {
  const { before, assetId, action, limit } = filter;
  const marks = await db
    .selectFrom('event_marks')
    .innerJoin('blocks', 'blocks.index', 'event_marks.block_index')
    .select('event_marks.block_index')
    .where('event_marks.anomalies', '<>', '{}' as never)
    .where('event_marks.corrected_by', 'is', null)
    .$if(before !== undefined, (query) => query.where('event_marks.block_index', '<', before ?? 0))
    .$if(assetId !== undefined, (query) => query.where('event_marks.asset_id', '=', assetId ?? ''))
    .$if(action !== undefined, (query) => query.where('blocks.action', '=', action ?? ''))
    .$if(participant !== undefined, (query) => query.where('blocks.participant', '=', participant ?? ''))
    .orderBy('event_marks.block_index', 'desc')
    .limit(limit)
    .execute();
  const blocks = await readBlocksAt(
    db,
    marks.map((mark) => mark.block_index),
  );
  return blocks.toSorted((a, b) => b.index - a.index);
}
