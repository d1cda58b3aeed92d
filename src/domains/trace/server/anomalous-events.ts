import { sql } from 'kysely';
import { TRACE } from '#domains/trace/contract/journey/event-content.ts';
import type { EventClock } from '#domains/trace/contract.ts';
import type { Database } from '#platform/server/database/database.ts';

/** Selects uncorrected events with anomalies. Times are in milliseconds, by when the events happened. */
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
  /** Only events of assets that one of these usernames holds, is to receive or has recorded an event of. */
  readonly concerning?: readonly string[] | undefined;
};

/**
 * The newest events that are compared with `concerning`, and the newest assets of each kind whose events are found in any
 * case. Together they bound the query, and nobody's flood of events hides those of other accounts.
 */
const COMPARED_MAX = 2000;

function anomalous(db: Database, filter: AnomalousFilter) {
  const { from, below, since, until, after, assetId, participant, action } = filter;
  let query = db
    .selectFrom('event_marks')
    .innerJoin('ledger_blocks', 'ledger_blocks.index', 'event_marks.block_index')
    .select(['event_marks.block_index', 'event_marks.asset_id', 'event_marks.happened_milliseconds'])
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
  const { concerning } = filter;
  const chosen =
    concerning === undefined
      ? found
      : db
          .selectFrom(
            among(inOrder(found, clock).limit(COMPARED_MAX), concerning, db)
              .union(found.where('event_marks.asset_id', 'in', assetsOf(concerning)))
              .as('event_marks'),
          )
          .selectAll();
  const marks = await inOrder(chosen, clock)
    .limit(page.limit)
    .offset(page.offset ?? 0)
    .execute();
  return marks.map((mark) => mark.block_index);
}

type Found = ReturnType<typeof anomalous>;

function inOrder<T extends Found>(found: T, clock: EventClock): Found {
  const ordered = clock === 'happened' ? found.orderBy('event_marks.happened_milliseconds', 'desc') : found;
  return ordered.orderBy('event_marks.block_index', 'desc');
}

/** Selects those of `newest` whose asset one of these usernames holds, is to receive or has recorded an event of. */
const among = (newest: Found, usernames: readonly string[], db: Database) =>
  db
    .selectFrom(newest.as('event_marks'))
    .selectAll()
    .where(sql<boolean>`(
    exists (
      select 1 from asset_states where asset_id = event_marks.asset_id
        and (custodian = any(${usernames}::text[]) or addressee = any(${usernames}::text[]))
    ) or exists (
      select 1 from ledger_blocks where domain = ${TRACE} and asset_id = event_marks.asset_id
        and participant = any(${usernames}::text[])
    )
  )`);

/** Selects the newest assets that these usernames hold, are to receive or have recorded an event of. */
const assetsOf = (usernames: readonly string[]) => sql<string>`(
    (select asset_id from asset_list where custodian = any(${usernames}::text[]) order by updated_at desc limit ${COMPARED_MAX})
    union
    (select asset_id from asset_list where addressee = any(${usernames}::text[]) order by updated_at desc limit ${COMPARED_MAX})
    union
    select asset_id from (
      select asset_id from ledger_blocks where domain = ${TRACE} and participant = any(${usernames}::text[])
        and asset_id is not null order by index desc limit ${COMPARED_MAX}
    ) as own
  )`;

/** Counts those events, up to `max`. */
export async function countAnomalous(db: Database, filter: AnomalousFilter, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(anomalous(db, filter).limit(max).as('matching'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
