import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { divideIncome } from './divide-income.ts';
import { readHoldersAt } from './holders-at.ts';

/**
 * Compares every distribution with its block, every part with its holder's shares at the record, and every claim with the block that paid it.
 * Relies on postings and holdings, which are compared before.
 */
export async function compareIncome(tx: Database, differences: Differences): Promise<void> {
  await compareDeclared(tx, differences);
  await compareClaimed(tx, differences);
  for (let after = -1; ; ) {
    const { rows } = await sql<{ index: number; tokenId: number; record: number; cents: number }>`
      select income_index as index, token_id as "tokenId", record_index as record, cents from market_incomes
      where income_index > ${after} order by income_index limit 1
    `.execute(tx);
    const [income] = rows;
    if (income === undefined) return;
    await compareParts(tx, differences, income);
    after = income.index;
  }
}

async function compareDeclared(tx: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ index: number }>`
    with stated as (
      select index, data::jsonb as d from ledger_blocks
      where domain = 'market' and domain <> 'trace' and action = 'market.income_declared'
    ), stored as (
      select income_index, concat_ws(' ', token_id, '0x' || encode(address, 'hex'), record_index, cents, note) as text
      from market_incomes join market_accounts on custody_id = payer_id
    )
    select coalesce(index, income_index) as index from stated full join stored on income_index = index
    where concat_ws(' ', d->>'token', d->>'address', d->>'record', d->>'cents', d->>'note') is distinct from text order by 1
  `.execute(tx);
  for (const { index } of rows) differences.add('market_incomes', `income ${index} differs from its block`);
}

async function compareClaimed(tx: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ income: number; address: string }>`
    with stated as (
      select index, data::jsonb as d from ledger_blocks
      where domain = 'market' and domain <> 'trace' and action = 'market.income_claimed'
    ), stored as (
      select income_index::text as income, '0x' || encode(address, 'hex') as address, claimed_index, cents
      from market_income_claims join market_accounts using (custody_id) where claimed_index is not null
    )
    select coalesce(d->>'income', income)::bigint as income, coalesce(d->>'address', address) as address
    from stated full join stored on claimed_index = index and income = d->>'income' and address = d->>'address'
    where (d->>'cents')::bigint is distinct from cents order by 1, 2
  `.execute(tx);
  for (const { income, address } of rows)
    differences.add('market_income_claims', `income ${income}: ${address} was paid differently from its blocks`);
}

async function compareParts(
  tx: Database,
  differences: Differences,
  { index, tokenId, record, cents }: { index: number; tokenId: number; record: number; cents: number },
): Promise<void> {
  const holders = await readHoldersAt(tx, tokenId, record, Number.MAX_SAFE_INTEGER);
  const parts = divideIncome(cents, holders);
  const told = holders.flatMap(({ address, shares }, n) =>
    parts[n] ? [`0x${address.toString('hex')} ${shares} ${parts[n]}`] : [],
  );
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', '0x' || encode(address, 'hex'), shares, cents) as text
    from market_income_claims join market_accounts using (custody_id) where income_index = ${index}
  `.execute(tx);
  const kept = new Set(rows.map(({ text }) => text));
  for (const one of told)
    if (!kept.delete(one)) differences.add('market_income_claims', `income ${index}: ${one} is missing`);
  for (const one of kept)
    differences.add('market_income_claims', `income ${index}: ${one} belongs to no holder at its record`);
}
