import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';

const EXAMPLES = 1000;

/**
 * Compares every rate of ETH with its block, and finds quotes with another price than the block they name. Rates from before rates had
 * blocks are no longer used, and only their number is not checked.
 */
export async function compareRates(db: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ index: number; problem: string }>`
    with stated as (
      select index, timestamp, data::jsonb as data from ledger_blocks
      where domain = 'payments' and domain <> 'trace' and action = 'payments.eth_rate_set'
    )
    select coalesce(index, block_index) as index, case
      when block_index is null then 'is missing' when index is null then 'is not on the chain' else 'differs' end as problem
    from stated full join (select * from eth_rates where block_index is not null) as kept on block_index = index
    where block_index is null or index is null
      or (cents_per_eth, extract(epoch from set_at)) <> ((data->>'cents_per_eth')::bigint, timestamp)
      or set_by is distinct from data->>'user'
    order by 1 limit ${EXAMPLES}
  `.execute(db);
  for (const { index, problem } of rows) differences.add('eth_rates', `the rate of block ${index} ${problem}`);
  // A row that names no block counts as an old rate only if it is older than every block of a rate.
  const unknown = await sql<{ rate_id: number }>`
    select rate_id from eth_rates where block_index is null
      and rate_id > (select min(rate_id) from eth_rates where block_index is not null)
    order by rate_id limit ${EXAMPLES}
  `.execute(db);
  for (const { rate_id } of unknown.rows) differences.add('eth_rates', `rate ${rate_id} is not on the chain`);
  const quotes = await sql<{ payment_id: string }>`
    select distinct payment_id from digital_quotes q where rate_index is not null and not exists (
      select 1 from ledger_blocks where index = rate_index and action = 'payments.eth_rate_set'
        and (data::jsonb->>'cents_per_eth')::bigint = cents_per_eth
    )
    order by payment_id limit ${EXAMPLES}
  `.execute(db);
  for (const { payment_id } of quotes.rows)
    differences.add('digital_quotes', `${payment_id} has another price of ETH than its block`);
}
