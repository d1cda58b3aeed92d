import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';

/**
 * Compares the number of shares outside, withdrawals and arrivals with the blocks, and reports each difference. That no withdrawal is given
 * back twice and no transfer counted twice follows: the rows have one block each.
 */
export async function compareOutside(tx: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ place: string; block: number; stated: string | null; stored: string | null }>`
    with own as (
      select index, action, data::jsonb as d from ledger_blocks
      where domain = 'market' and domain <> 'trace'
        and action in ('market.shares_withdrawn', 'market.shares_returned', 'market.shares_arrived')
    ), facts as (
      select *, concat_ws(' ', d->>'token', d->>'address', d->>'wallet', d->>'shares') as said from own
    ), withdrawn as (
      select taken.index as block, concat_ws(' ', taken.said, back.index) as said
      from facts as taken left join facts as back on back.action = 'market.shares_returned'
        and (back.d->>'withdrawal')::bigint = taken.index and back.said = taken.said
      where taken.action = 'market.shares_withdrawn'
    ), withdrawals as (
      select block_index as block, concat_ws(' ', token_id, '0x' || encode(address, 'hex'), '0x' || encode(wallet, 'hex'), shares,
        returned_index) as kept
      from market_withdrawals join market_accounts using (custody_id)
    ), arrived as (
      select index as block, concat_ws(' ', said, d->>'tx', d->>'log', d->>'item') as said from facts where action = 'market.shares_arrived'
    ), arrivals as (
      select block_index as block, concat_ws(' ', token_id, '0x' || encode(address, 'hex'), '0x' || encode(wallet, 'hex'), shares,
        '0x' || encode(tx_hash, 'hex'), log_index, item) as kept
      from market_arrivals join market_accounts using (custody_id)
    ), counted as (
      select (d->>'token')::bigint as token, sum((d->>'shares')::bigint * case action when 'market.shares_withdrawn' then 1 else -1 end) as outside
      from own group by 1
    )
    select 'market_withdrawals' as place, block, said as stated, kept as stored from withdrawn full join withdrawals using (block)
    where said is distinct from kept
    union all select 'market_arrivals', block, said, kept from arrived full join arrivals using (block) where said is distinct from kept
    union all select 'market_withdrawals', index, 'the withdrawal that it names', null from facts as back
    where action = 'market.shares_returned' and not exists (
      select 1 from facts as taken where taken.action = 'market.shares_withdrawn' and taken.index = (back.d->>'withdrawal')::bigint
        and taken.said = back.said
    )
    union all select 'market_issues', token_id, concat(coalesce(counted.outside, 0), ' shares outside'), concat(issue.outside, ' shares outside')
    from market_issues as issue left join counted on token = token_id where issue.outside <> coalesce(counted.outside, 0)
  `.execute(tx);
  for (const { place, block, stated, stored } of rows)
    differences.add(place, `block ${block}: ${stored ?? 'nothing'} is stored, and ${stated ?? 'nothing'} is stated`);
}
