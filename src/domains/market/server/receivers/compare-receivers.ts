import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';

/** Compares who may receive shares with the newest block about each account, and reports each difference. */
export async function compareReceivers(tx: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ token: number; address: string; stated: string | null; stored: string | null }>`
    with stated as (
      select distinct on (d->>'token', d->>'address') (d->>'token')::bigint as token, d->>'address' as address,
        concat(d->>'allowed', ' by block ', index) as said
      from (select index, data::jsonb as d from ledger_blocks
        where domain = 'market' and domain <> 'trace' and action = 'market.receiver_allowed') as own
      order by d->>'token', d->>'address', index desc
    ), stored as (
      select token_id as token, '0x' || encode(address, 'hex') as address, concat(is_allowed::text, ' by block ', changed_index) as kept
      from market_receivers join market_accounts using (custody_id)
    )
    select token, address, said as stated, kept as stored from stated full join stored using (token, address)
    where said is distinct from kept order by token, address
  `.execute(tx);
  for (const { token, address, stated, stored } of rows)
    differences.add(
      'market_receivers',
      `token ${token}: ${address} is ${stored ?? 'not stored'} and not ${stated ?? 'in a block'}`,
    );
}
