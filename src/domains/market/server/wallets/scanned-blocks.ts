import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/**
 * Returns the block of the network from which to read transfers: the block of the first withdrawal, if none was read. Undefined: no shares
 * ever left, so none can have come.
 */
export async function findFirstUnread(database: Database): Promise<number | undefined> {
  const { rows } = await sql<{ next: number | null; first: number | null }>`
    select (select max(next_block) from market_scans) as next, (
      select min(call.network_block) from (select min(block_index) as block from market_withdrawals) as earliest
      join market_calls as call on call.block_index <= earliest.block and call.sequence is not null
      where call.nonce = (
        select nonce from market_calls where sequence is not null and block_index <= earliest.block
        order by block_index desc, nonce desc limit 1
      )
    ) as first
  `.execute(database);
  const { next = null, first = null } = rows[0] ?? {};
  return next ?? first ?? undefined;
}
