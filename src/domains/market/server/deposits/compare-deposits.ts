import { sql } from 'kysely';
import { compareOneSubject, type ReplayedPayment } from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { deposits } from './deposits.ts';

const STRANGERS_MAX = 500;

/**
 * Compares every deposit with the blocks that opened, completed, closed and took it back: the payment, its entries in the books, and the
 * cash that moved to its account.
 */
export async function compareDeposits(tx: Database, differences: Differences): Promise<void> {
  await compareOneSubject(tx, deposits, differences, (told) => compareCash(tx, differences, told));
  await compareStrangers(tx, differences);
}

async function compareCash(tx: Database, differences: Differences, told: readonly ReplayedPayment[]): Promise<void> {
  const ids = told.map(({ id }) => id);
  const [moved, cash] = await Promise.all([readMoved(tx, ids), readCash(tx, ids)]);
  for (const { id, subject, due, settledIndex } of told) {
    const stated = due === 0 ? 'nothing' : [subject, due, moved.get(id) ?? 0, settledIndex].join(' ');
    const kept = cash.get(id) ?? 'nothing';
    if (stated !== kept) differences.add('market_deposits', `${id} is stored as ${kept}, and is ${stated}`);
  }
}

/** Reads the cash that blocks moved for deposits. */
async function readMoved(tx: Database, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; cents: number }>`
    select d->>'source' as id, sum((d->>'cents')::bigint * case action when 'market.cash_received' then 1 else -1 end)::bigint as cents
    from (
      select action, data::jsonb as d from ledger_blocks
      where domain = 'market' and domain <> 'trace' and action in ('market.cash_received', 'market.cash_taken_back')
    ) as blocks
    where d->>'source' = any(${ids}::text[]) group by d->>'source'
  `.execute(tx);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

async function readCash(tx: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; text: string }>`
    select payment_id as id, concat_ws(' ', '0x' || encode(address, 'hex'), due_cents, moved_cents, settled_index) as text
    from market_deposits join market_accounts using (custody_id) where payment_id = any(${ids}::text[])
  `.execute(tx);
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** Finds deposits without a block. */
async function compareStrangers(tx: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select payment_id as id from market_deposits where not exists (
      select 1 from ledger_blocks where index = settled_index and domain = 'market'
        and payment_id in (data::jsonb->>'payment', data::jsonb->>'reversal')
    ) order by 1 limit ${STRANGERS_MAX}
  `.execute(tx);
  for (const { id } of rows) differences.add('market_deposits', `${id} is of no block`);
}
