import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { createDifferences } from '#platform/server/differences.ts';
import type { Difference } from '#platform/server/domain.ts';
import { compareRates } from './digital/compare-rates.ts';
import { compareTransfers } from './digital/compare-transfers.ts';
import { compareLines } from './statements/compare-lines.ts';

const EXAMPLES = 1000;

/**
 * Finds every entry of the books that does not add up to zero, or whose block does not exist; entries of money in suspense that differ
 * from their blocks; payments that no block opened, and reversals that do not match the payment they take back. The domain that owns their
 * blocks compares the other entries and payments. Also finds rates and quotes of ETH that no block confirms, transfers on a chain that
 * are used twice, and lines of bank statements that differ from their blocks. Repairs nothing: a posting is permanent.
 */
export async function compareBooks(db: Database): Promise<Difference[]> {
  const differences = createDifferences([
    'book_postings',
    'payments',
    'eth_rates',
    'digital_quotes',
    'transfers',
    'digital_receipts',
    'bank_lines',
  ]);
  const { rows } = await sql<{ block_index: number; cents: number; exists: boolean }>`
    select block_index, sum(cents)::bigint as cents,
      exists (select 1 from ledger_blocks where index = block_index) as exists
    from book_postings group by block_index
    having sum(cents) <> 0 or not exists (select 1 from ledger_blocks where index = block_index)
    order by block_index limit ${EXAMPLES}
  `.execute(db);
  for (const { block_index: index, cents, exists } of rows)
    differences.add(
      'book_postings',
      exists ? `the entry of block ${index} differs by ${cents} cents` : `block ${index} of an entry does not exist`,
    );
  for (const problem of await findWrongSuspense(db)) differences.add('book_postings', problem);
  for (const problem of await findStrangePayments(db)) differences.add('payments', problem);
  await compareRates(db, differences);
  await compareTransfers(db, differences);
  await compareLines(db, differences);
  return differences.list();
}

/** Finds wrong entries of suspense. The blocks of this domain state their whole entry. */
async function findWrongSuspense(db: Database): Promise<string[]> {
  const { rows } = await sql<{ index: number }>`
    with stated as (
      select index, data::jsonb->>'method' as method, (data::jsonb->>'amount_cents')::bigint
        * case action when 'payments.money_received' then 1 else -1 end as cents
      from ledger_blocks where domain = 'payments' and domain <> 'trace'
        and action in ('payments.money_received', 'payments.money_returned')
    ), expected as (
      select index, 'clearing:' || method as account, cents from stated
      union all select index, 'suspense:' || method, -cents from stated
    ), booked as (
      select block_index as index, account, sum(cents)::bigint as cents from book_postings
      where block_index in (select index from stated) group by block_index, account
    )
    select distinct index from expected full join booked using (index, account)
    where expected.cents is distinct from booked.cents order by index limit ${EXAMPLES}
  `.execute(db);
  return rows.map(({ index }) => `the entry of block ${index} differs from the suspense that it states`);
}

async function findStrangePayments(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string; problem: string }>`
    select payment_id as id, 'was not opened by a block' as problem from payments where not exists (
      select 1 from ledger_blocks where index = opened_index
        and payment_id in (data::jsonb->>'payment', data::jsonb->>'reversal')
    )
    union all
    select later.payment_id, 'has another method or subject than the payment that it takes back' from payments later
    join payments earlier on earlier.payment_id = later.reverses
    where (later.method, later.kind, later.subject) <> (earlier.method, earlier.kind, earlier.subject)
    order by id limit ${EXAMPLES}
  `.execute(db);
  return rows.map(({ id, problem }) => `${id} ${problem}`);
}
