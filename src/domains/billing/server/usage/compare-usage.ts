import { sql } from 'kysely';
import { countAssetsBrought } from '#domains/trace/server/index.ts';
import { counted } from '#platform/contract/counted.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { type CountedUsage, hashUsage } from './state-usage.ts';

const BLOCKS_AT_A_TIME = 20_000;
const PAGE = 500;

/**
 * Compares the usage of each day with the block that states it, and the count of assets with the blocks that introduced them. Usage without a block is
 * accepted only of days before the first such block.
 */
export async function compareUsage(tx: Database, differences: Differences): Promise<void> {
  await compareDays(tx, differences);
  await compareBrought(tx, differences);
}

async function compareDays(tx: Database, differences: Differences): Promise<void> {
  for (let after = -1; ; ) {
    const { rows } = await sql<{ index: number; sha256: string; secret: Buffer | null; counted: CountedUsage[] }>`
      select b.index, sha256, secret, coalesce((
        select json_agg(json_build_object('accountId', account_id, 'day', to_char(day, 'YYYY-MM-DD'), 'users', users, 'assets', assets))
        from billing_usage where block_index = b.index
      ), '[]') as counted
      from (
        select index, data::jsonb->>'sha256' as sha256 from ledger_blocks
        where domain = 'billing' and action = 'billing.usage_counted' and index > ${after} order by index limit ${PAGE}
      ) as b left join billing_usage_counts on block_index = b.index order by b.index
    `.execute(tx);
    for (const { index, sha256, secret, counted } of rows)
      if (secret === null || hashUsage(secret, counted) !== sha256)
        differences.add('billing_usage', `the usage counted by block ${index} differs from its hash`);
    after = rows.at(-1)?.index ?? after;
    if (rows.length < PAGE) break;
  }
  const { rows } = await sql<{ id: string; day: string }>`
    with first as (
      select min(day) as day from billing_usage where block_index = (
        select min(index) from ledger_blocks where domain = 'billing' and action = 'billing.usage_counted'
      )
    )
    select account_id as id, to_char(u.day, 'YYYY-MM-DD') as day from billing_usage u, first
    where not exists (
      select 1 from ledger_blocks b where b.index = block_index and b.domain = 'billing' and b.action = 'billing.usage_counted'
    ) and u.day > first.day order by 1, 2 limit ${PAGE}
  `.execute(tx);
  for (const { id, day } of rows)
    differences.add('billing_usage', `the usage of the account ${id} on ${day} is of no block`);
}

/** Counts the assets again, up to the block up to which they are counted. */
async function compareBrought(tx: Database, differences: Differences): Promise<void> {
  const { rows: meters } = await sql<{ length: number }>`select counted_length as length from billing_meter`.execute(
    tx,
  );
  const length = meters[0]?.length ?? 0;
  const brought = new Map<string, number>();
  for (let from = 0; from < length; ) {
    const { until, assets } = await countAssetsBrought(tx, from, Math.min(BLOCKS_AT_A_TIME, length - from));
    for (const [username, count] of assets) brought.set(username, (brought.get(username) ?? 0) + count);
    if (until <= from) {
      differences.add('billing_meter', `counts ${counted(length, 'block')}, and there are ${from}`);
      break;
    }
    from = until;
  }
  const { rows } = await sql<{ username: string; assets: number }>`
    select username, assets from billing_brought order by username
  `.execute(tx);
  const stored = new Map(rows.map(({ username, assets }) => [username, assets]));
  for (const username of new Set([...brought.keys(), ...stored.keys()])) {
    const [stated, kept] = [brought.get(username) ?? 0, stored.get(username) ?? 0];
    if (stated !== kept)
      differences.add(
        'billing_brought',
        `${username} introduced ${counted(stated, 'asset')} by the blocks, and has ${kept}`,
      );
  }
}
