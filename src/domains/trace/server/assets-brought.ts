import { sql } from 'kysely';
import { TRACE } from '#domains/trace/contract/journey/event-content.ts';
import type { Database } from '#platform/server/database/database.ts';

/** The number of assets by the participant that introduced them to the ledger, in the blocks before `until`. */
export type Brought = { readonly until: number; readonly assets: ReadonlyMap<string, number> };

/** Counts the assets introduced to the ledger in at most `blocks` blocks from `from` on, by the participant of their first event. */
export async function countAssetsBrought(db: Database, from: number, blocks: number): Promise<Brought> {
  const { rows: heads } = await sql<{ length: number }>`select length from ledger_length`.execute(db);
  const until = Math.min(heads[0]?.length ?? 0, from + blocks);
  if (until <= from) return { until: from, assets: new Map() };
  const { rows } = await sql<{ participant: string; assets: number }>`
    select participant, count(*)::bigint as assets
    from ledger_blocks as blocks join assets on assets.asset_id = blocks.asset_id and assets.created_index = blocks.index
    where blocks.domain = ${TRACE} and blocks.index >= ${from} and ${until} > blocks.index and participant is not null
    group by participant
  `.execute(db);
  return { until, assets: new Map(rows.map(({ participant, assets }) => [participant, assets])) };
}
