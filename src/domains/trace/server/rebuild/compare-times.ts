import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';

/** The row of a block in `event_times`. `happenedAt` is in milliseconds. */
export type ExpectedTime = {
  readonly index: number;
  readonly happenedAt: number;
  readonly action: string;
  readonly assetId: string | null;
  readonly participant: string | null;
};

const BLOCKS_AT_A_TIME = 2000;

/**
 * Returns the check that `event_times` has the time of every block below `listedLength`, and no others. Push each
 * block, then finish. With `repair`, it is fixed.
 */
export function createTimeCheck(db: Database, differences: Differences, listedLength: number, repair: boolean) {
  let waiting: ExpectedTime[] = [];

  async function compareWaiting(): Promise<void> {
    const expected = new Map(waiting.map((time) => [time.index, time]));
    waiting = [];
    const column = <T>(pick: (time: ExpectedTime) => T) => [...expected.values()].map(pick);
    const { rows: wrong } = await sql<{ index: number; is_missing: boolean }>`
      select t.index, kept.block_index is null as is_missing
      from unnest(
        ${column((time) => time.index)}::bigint[], ${column((time) => time.happenedAt)}::bigint[],
        ${column((time) => time.action)}::text[], ${column((time) => time.assetId)}::text[],
        ${column((time) => time.participant)}::text[]
      ) as t (index, happened, action, asset_id, participant)
      left join event_times as kept on kept.happened_milliseconds = t.happened and kept.block_index = t.index
      where kept.block_index is null
        or (kept.action, kept.asset_id, kept.participant) is distinct from (t.action, t.asset_id, t.participant)
      order by t.index
    `.execute(db);
    for (const { index, is_missing } of wrong) {
      const right = expected.get(index);
      if (right === undefined) continue;
      const happened = new Date(right.happenedAt).toISOString();
      differences.add(
        'event_times',
        `block ${index}: ${is_missing ? `is missing at ${happened}` : 'a copied column differs'}`,
      );
      if (!repair) continue;
      await sql`
        insert into event_times (happened_milliseconds, block_index, action, asset_id, participant)
        values (${right.happenedAt}, ${index}, ${right.action}, ${right.assetId}, ${right.participant})
        on conflict (happened_milliseconds, block_index) do update
          set action = excluded.action, asset_id = excluded.asset_id, participant = excluded.participant
      `.execute(db);
    }
  }

  return {
    async push(time: ExpectedTime): Promise<void> {
      // Times catch up in bulk, so uncovered blocks are not a difference.
      if (time.index >= listedLength) return;
      waiting.push(time);
      if (waiting.length >= BLOCKS_AT_A_TIME) await compareWaiting();
    },
    async finish(): Promise<void> {
      await compareWaiting();
      const surplus = sql`
        block_index >= ${listedLength}::bigint or not exists (
          select 1 from ledger_blocks where index = kept.block_index
            and trace_happened_milliseconds(data, domain, timestamp) = kept.happened_milliseconds
        )
      `;
      const { rows } = await sql<{ block_index: number }>`
        select block_index from event_times kept where ${surplus} order by block_index
      `.execute(db);
      for (const { block_index } of rows)
        differences.add('event_times', `block ${block_index}: has a time that the chain does not state`);
      if (repair && rows.length > 0) await sql`delete from event_times kept where ${surplus}`.execute(db);
    },
  };
}
