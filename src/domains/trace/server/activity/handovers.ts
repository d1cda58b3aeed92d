import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/** How often assets came directly from a participant, and went directly to it. */
export type Handover = { readonly username: string; readonly from: number; readonly to: number };

/**
 * Returns who had these assets directly before and after the given events, most frequent first. Takes two index
 * look-ups per event, however long its asset's history is.
 */
export async function readHandovers(
  db: Database,
  username: string,
  events: readonly { assetId: string; index: number }[],
): Promise<Handover[]> {
  if (events.length === 0) return [];
  const { rows } = await sql<{ username: string; from: number; to: number }>`
    select neighbour.participant as username,
      count(*) filter (where neighbour.side = 'before') as "from", count(*) filter (where neighbour.side = 'after') as "to"
    from unnest(${events.map(({ assetId }) => assetId)}::text[], ${events.map(({ index }) => index)}::bigint[])
      as handled (asset_id, index)
    cross join lateral (
      (select 'before' as side, participant from ledger_blocks as blocks
       where blocks.asset_id = handled.asset_id and blocks.index < handled.index order by blocks.index desc limit 1)
      union all
      (select 'after' as side, participant from ledger_blocks as blocks
       where blocks.asset_id = handled.asset_id and blocks.index > handled.index order by blocks.index limit 1)
    ) as neighbour
    where neighbour.participant is not null and neighbour.participant <> ${username}
    group by neighbour.participant order by count(*) desc, neighbour.participant
  `.execute(db);
  return rows;
}
