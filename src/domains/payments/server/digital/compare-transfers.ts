import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';

const EXAMPLES = 1000;

/** The transfers that blocks name, one row each. */
const named = sql`
  select index, data->>'payment' as payment, data->>'method' as method, (data->>'amount_cents')::bigint as amount_cents,
    one->>'chain_id' || ':' || (one->>'tx_hash') || ':' || (one->>'log') as key, (one->>'units')::numeric as units,
    (one->>'cents')::numeric as cents, (one->>'cents_per_eth')::numeric as cents_per_eth, (one->>'rate_block')::bigint as rate_block
  from (
    select index, data::jsonb as data from ledger_blocks where domain <> 'trace' and data like '%"transfers":%'
  ) as blocks, jsonb_array_elements(data->'transfers') as one
`;

/**
 * Finds transfers that are used twice, money whose cents do not follow from its transfers and the rates they name, and
 * transfers stored as counted for a payment whose block names others. Reads the blocks; older blocks, which name no transfers,
 * are not compared.
 */
export async function compareTransfers(db: Database, differences: Differences): Promise<void> {
  const { rows: shared } = await sql<{ key: string; indexes: number[] }>`
    with taken_back as (
      select data::jsonb->>'payment' as payment, index from ledger_blocks
      where domain <> 'trace' and data like '%"reversal":%' and not data::jsonb ? 'user'
    )
    select key, array_agg(index::int order by index) as indexes from (${named}) as named
    where not exists (
      select 1 from taken_back where taken_back.payment = named.payment and taken_back.index > named.index
    )
    group by key having count(*) > 1 order by key limit ${EXAMPLES}
  `.execute(db);
  for (const { key, indexes } of shared)
    differences.add('transfers', `blocks ${indexes.join(' and ')} use the same transfer ${key}`);
  const { rows: wrong } = await sql<{ index: number }>`
    select index from (${named}) as named where cents is not null group by index, amount_cents
    having sum(cents) <> amount_cents or bool_or(cents <> trunc(
      case method when 'usdc' then units / 10000 else units * cents_per_eth / 1000000000000000000 end
    )) or bool_or(method = 'eth' and not exists (
      select 1 from ledger_blocks rate where rate.index = rate_block and rate.index < named.index
        and rate.action = 'payments.eth_rate_set' and (rate.data::jsonb->>'cents_per_eth')::numeric = cents_per_eth
    )) order by index limit ${EXAMPLES}
  `.execute(db);
  for (const { index } of wrong)
    differences.add('transfers', `the cents of block ${index} do not follow from its transfers`);
  const { rows: unexplained } = await sql<{ index: number }>`
    select distinct index from (${named}) as named where cents is null
      and not exists (select 1 from ledger_blocks b where b.index = named.index and b.data::jsonb ? 'user')
    order by index limit ${EXAMPLES}
  `.execute(db);
  for (const { index } of unexplained)
    differences.add('transfers', `the worth of the transfers of block ${index} is not stated`);
  const { rows } = await sql<{ key: string; payment_id: string }>`
    select chain_id || ':' || r.tx_hash || ':' || log_position as key, p.payment_id from digital_receipts r
    join payments p on p.payment_id = r.payment_id and r.state = 'counted' and p.state = 'completed'
    join ledger_blocks b on b.index = p.settled_index and b.data like '%"transfers":%'
    where not b.data::jsonb->'transfers' @> jsonb_build_array(
      jsonb_build_object('chain_id', chain_id, 'tx_hash', r.tx_hash, 'log', log_position, 'units', units::text)
    )
    order by key limit ${EXAMPLES}
  `.execute(db);
  for (const { key, payment_id } of rows)
    differences.add('digital_receipts', `the block of ${payment_id} does not name the transfer ${key}`);
  await compareStatedReceipts(db, differences);
}

/** Compares stored transfers with blocks. If a payment was taken back without an account, its transaction left the chain: its transfers may be gone. */
async function compareStatedReceipts(db: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ key: string; index: number; units: string | null }>`
    with taken_back as (
      select data::jsonb->>'payment' as payment, index from ledger_blocks
      where domain <> 'trace' and data like '%"reversal":%' and not data::jsonb ? 'user'
    )
    select key, named.index, r.units::text as units from (${named}) as named left join digital_receipts r
      on chain_id || ':' || tx_hash || ':' || log_position = key
    where (r.units is null or r.units <> named.units or r.state = 'counted' and r.cents <> named.cents)
      and not exists (
        select 1 from taken_back where taken_back.payment = named.payment and taken_back.index > named.index
      )
    order by key limit ${EXAMPLES}
  `.execute(db);
  for (const { key, index, units } of rows)
    differences.add(
      'digital_receipts',
      units === null
        ? `the transfer ${key} of block ${index} is missing`
        : `the transfer ${key} has other units or cents than block ${index} states`,
    );
}
