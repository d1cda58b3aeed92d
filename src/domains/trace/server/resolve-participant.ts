import { sql } from 'kysely';
import { TRACE } from '#domains/trace/contract/journey/event-content.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { AssetFilter, ResolvedFilter } from './asset-conditions.ts';

/** The newest events of a participant that are read. More would cost more than the answer is worth. */
export const PARTICIPANT_REACH = 10_000;

/**
 * Replaces the participant of a filter by the assets of its newest 10,000 events. `complete` is false if it has more.
 * Costs one index range of at most that length.
 */
export async function resolveParticipant(
  db: Database,
  { participant, ...filter }: AssetFilter,
): Promise<{ filter: ResolvedFilter; complete: boolean }> {
  if (participant === undefined) return { filter, complete: true };
  const { rows } = await sql<{ asset_ids: string[]; events: number }>`
    select coalesce(array_agg(distinct asset_id) filter (where asset_id is not null), '{}') as asset_ids, count(*)::int as events
    from (
      select asset_id from ledger_blocks where participant = ${participant} and domain = ${TRACE}
      order by index desc limit ${PARTICIPANT_REACH}
    ) as newest
  `.execute(db);
  const [row] = rows;
  return {
    filter: { ...filter, handled: row?.asset_ids ?? [] },
    complete: row === undefined || row.events < PARTICIPANT_REACH,
  };
}
