import { sql } from 'kysely';
import type { EventClock } from '#domains/trace/contract.ts';
import type { Database } from '#platform/server/database/database.ts';

/** Selects uncorrected events with anomalies. Times are in milliseconds, and concern when the events happened. */
export type AnomalousFilter = {
  /** Blocks from this index on, and below the other. */
  readonly from?: number | undefined;
  readonly below?: number | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Only events that come after this one, by when they happened. */
  readonly after?: { readonly index: number; readonly happenedAt: number } | undefined;
  readonly assetId?: string | undefined;
  readonly participant?: string | undefined;
  readonly action?: string | undefined;
};

function anomalous(db: Database, filter: AnomalousFilter) {
  const { from, below, since, until, after, assetId, participant, action } = filter;
  let query = db
    .selectFrom('event_marks')
    .innerJoin('ledger_blocks', 'ledger_blocks.index', 'event_marks.block_index')
    .select('event_marks.block_index')
    .where('event_marks.anomalies', '<>', '{}' as never)
    .where('event_marks.corrected_by', 'is', null);
  if (from !== undefined) query = query.where('event_marks.block_index', '>=', from);
  if (below !== undefined) query = query.where('event_marks.block_index', '<', below);
  if (since !== undefined) query = query.where('event_marks.happened_milliseconds', '>=', since);
  if (until !== undefined) query = query.where('event_marks.happened_milliseconds', '<', until);
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(event_marks.happened_milliseconds, event_marks.block_index) < (${after.happenedAt}::bigint, ${after.index}::bigint)`,
    );
  if (assetId !== undefined) query = query.where('event_marks.asset_id', '=', assetId);
  if (action !== undefined) query = query.where('ledger_blocks.action', '=', action);
  if (participant !== undefined) query = query.where('ledger_blocks.participant', '=', participant);
  return query;
}

/** Finds the blocks of these events, newest first by a clock. */
export async function findAnomalous(
  db: Database,
  filter: AnomalousFilter,
  clock: EventClock,
  page: { limit: number; offset?: number },
): Promise<number[]> {
  const found = anomalous(db, filter);
  const ordered = clock === 'happened' ? found.orderBy('event_marks.happened_milliseconds', 'desc') : found;
  const marks = await ordered
    .orderBy('event_marks.block_index', 'desc')
    .limit(page.limit)
    .offset(page.offset ?? 0)
    .execute();
  return marks.map((mark) => mark.block_index);
}

/** Counts those events, up to `max`. */
export async function countAnomalous(db: Database, filter: AnomalousFilter, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(anomalous(db, filter).limit(max).as('matching'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
