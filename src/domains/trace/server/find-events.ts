import { sql } from 'kysely';
import {
  type BlockFilter,
  countBlocks,
  findFirstSince,
  type OutlinedBlock,
  readOutlines,
} from '#domains/ledger/server/index.ts';
import { EVENT_OUTLINE, TRACE } from '#domains/trace/contract/journey/event-content.ts';
import type { EventClock } from '#domains/trace/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { countAnomalous, findAnomalous } from './anomalous-events.ts';
import { catchUp } from './catch-up.ts';

/** Selects blocks by one of the two clocks, newest first. Of equal times, the block with the higher index is newer. */
export type EventSelection = {
  readonly clock: EventClock;
  /** The first millisecond of the period, and the first one after it. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Only blocks that come after this one in the list. */
  readonly after?: { readonly index: number; readonly happenedAt: number } | undefined;
  /** Only blocks below this index. */
  readonly below?: number | undefined;
  /** Only uncorrected events with anomalies. */
  readonly anomalous?: boolean | undefined;
  /** With `anomalous`: only events of assets that concern one of these usernames. */
  readonly concerning?: readonly string[] | undefined;
} & Pick<BlockFilter, 'domain' | 'assetId' | 'participant' | 'action'>;

/** Finds one page of events. An index provides the order of each clock, so the work does not grow with the chain. */
export async function findEvents(
  db: Database,
  selection: EventSelection,
  page: { limit: number; offset?: number },
): Promise<OutlinedBlock[]> {
  const outline = { limit: page.limit, order: 'newest', withText: false } as const;
  if (selection.clock === 'recorded' && !selection.anomalous)
    return readOutlines(db, await inBlocks(db, selection), { ...outline, ...page }, EVENT_OUTLINE);
  const indexes = await findIndexes(db, selection, page);
  const blocks = await readOutlines(db, { indexes }, { ...outline, limit: indexes.length }, EVENT_OUTLINE);
  const position = new Map(indexes.map((index, at) => [index, at]));
  return blocks.toSorted((a, b) => (position.get(a.index) ?? 0) - (position.get(b.index) ?? 0));
}

/** Counts the events of a selection, up to `max`. */
export async function countEvents(db: Database, selection: EventSelection, max: number): Promise<number> {
  if (selection.clock === 'recorded') {
    const blocks = await inBlocks(db, selection);
    return (selection.anomalous ? countAnomalous : countBlocks)(db, blocks, max);
  }
  await catchUp(db);
  if (selection.anomalous) return countAnomalous(db, selection, max);
  const { count } = await db
    .selectFrom(happened(db, selection).limit(max).as('matching'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function findIndexes(db: Database, selection: EventSelection, page: { limit: number; offset?: number }) {
  if (selection.clock === 'recorded') return findAnomalous(db, await inBlocks(db, selection), 'recorded', page);
  await catchUp(db);
  if (selection.anomalous) return findAnomalous(db, selection, 'happened', page);
  const rows = await happened(db, selection)
    .orderBy('happened_milliseconds', 'desc')
    .orderBy('block_index', 'desc')
    .limit(page.limit)
    .offset(page.offset ?? 0)
    .execute();
  return rows.map((row) => row.block_index);
}

/** Expresses a selection by recording time as a range of the chain, because recording times never decrease. */
async function inBlocks(db: Database, selection: EventSelection) {
  const { since, until, after, below, assetId, participant, action, domain, concerning } = selection;
  const firstSince = (milliseconds: number | undefined) =>
    milliseconds === undefined ? undefined : findFirstSince(db, Math.ceil(milliseconds / 1000));
  const [from, end] = await Promise.all([firstSince(since), firstSince(until)]);
  const ends = [end, after?.index, below].filter((index) => index !== undefined);
  return {
    from,
    below: ends.length === 0 ? undefined : Math.min(...ends),
    assetId,
    participant,
    action,
    domain,
    concerning,
  };
}

/**
 * Selects the blocks of a domain. The planner assumes that an equality with a function is rare. It would read and sort all
 * events of a participant in a period instead of walking the index to the first ones, but nearly all blocks are of trace.
 */
const inDomain = (domain: string) =>
  domain === TRACE
    ? sql<boolean>`coalesce(ledger_block_domain(action) = ${TRACE}, false)`
    : sql<boolean>`ledger_block_domain(action) = ${domain}`;

function happened(db: Database, selection: EventSelection) {
  const { since, until, after, below, assetId, participant, action, domain } = selection;
  let query = db.selectFrom('event_times').select('block_index');
  if (domain !== undefined) query = query.where(inDomain(domain));
  if (since !== undefined) query = query.where('happened_milliseconds', '>=', since);
  if (until !== undefined) query = query.where('happened_milliseconds', '<', until);
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(happened_milliseconds, block_index) < (${after.happenedAt}::bigint, ${after.index}::bigint)`,
    );
  if (below !== undefined) query = query.where('block_index', '<', below);
  if (assetId !== undefined) query = query.where('asset_id', '=', assetId);
  if (participant !== undefined) query = query.where('participant', '=', participant);
  if (action !== undefined) query = query.where('action', '=', action);
  return query;
}
