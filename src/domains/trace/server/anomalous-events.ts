import { type OutlinedBlock, readOutlines } from '#domains/ledger/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { EVENT_OUTLINE } from './event-content.ts';

export type AnomalousFilter = {
  /** Blocks from this index on, and below `before`. */
  readonly from?: number | undefined;
  readonly below?: number | undefined;
  readonly assetId?: string | undefined;
  readonly participant?: string | undefined;
  readonly action?: string | undefined;
};

function anomalous(db: Database, { from, below, assetId, participant, action }: AnomalousFilter) {
  let query = db
    .selectFrom('event_marks')
    .innerJoin('ledger_blocks', 'ledger_blocks.index', 'event_marks.block_index')
    .select('event_marks.block_index')
    .where('event_marks.anomalies', '<>', '{}' as never)
    .where('event_marks.corrected_by', 'is', null);
  if (from !== undefined) query = query.where('event_marks.block_index', '>=', from);
  if (below !== undefined) query = query.where('event_marks.block_index', '<', below);
  if (assetId !== undefined) query = query.where('event_marks.asset_id', '=', assetId);
  if (action !== undefined) query = query.where('ledger_blocks.action', '=', action);
  if (participant !== undefined) query = query.where('ledger_blocks.participant', '=', participant);
  return query;
}

/** Reads the blocks of uncorrected events with anomalies, newest first. */
export async function readAnomalousBlocks(
  db: Database,
  filter: AnomalousFilter,
  page: { limit: number; offset?: number },
): Promise<OutlinedBlock[]> {
  const marks = await anomalous(db, filter)
    .orderBy('event_marks.block_index', 'desc')
    .limit(page.limit)
    .offset(page.offset ?? 0)
    .execute();
  const indexes = marks.map((mark) => mark.block_index);
  return readOutlines(db, { indexes }, { limit: indexes.length, order: 'newest', withText: false }, EVENT_OUTLINE);
}

/** Counts those events, up to `max`. */
export async function countAnomalous(db: Database, filter: AnomalousFilter, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(anomalous(db, filter).limit(max).as('odd'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
