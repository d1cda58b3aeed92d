import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { stopsRecording } from '../dunning/release.ts';

const EXAMPLES = 500;

/**
 * Compares the credit of accounts with the invoices from which it follows, which are compared with their blocks: the credit each used, credit
 * returned by void ones, overpayments, and credit notes beyond what was due. Finds accounts that may record although an invoice
 * makes them read-only, or the other way around.
 */
export async function compareCredits(tx: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ id: string; why: string; due: number; stored: number }>`
    with stated as (
      select invoice_id as id, 'used' as why, -credit_cents as due from billing_invoices where kind = 'invoice'
      union all
      select invoice_id, 'returned', case state when 'void' then credit_cents else 0 end from billing_invoices where kind = 'invoice'
      union all
      select invoice_id, 'overpaid', greatest(
        0, paid_cents - case state when 'void' then 0 else gross_cents - credit_cents - credited_cents end
      ) from billing_invoices where kind = 'invoice' and number is not null
      union all
      select invoice.invoice_id, 'credit_note', coalesce(sum(note.gross_cents), 0) - invoice.credited_cents
      from billing_invoices invoice left join billing_invoices note on note.preceding = invoice.invoice_id
      where invoice.kind = 'invoice' group by invoice.invoice_id
    ), stored as (
      select coalesce(i.preceding, c.invoice_id) as id, why, sum(cents) as cents
      from billing_credits c join billing_invoices i using (invoice_id) group by 1, 2
    )
    select id, why, coalesce(due, 0)::bigint as due, coalesce(cents, 0)::bigint as stored
    from stated full join stored using (id, why) where coalesce(due, 0) <> coalesce(cents, 0) order by id, why limit ${EXAMPLES}
  `.execute(tx);
  for (const { id, why, due, stored } of rows)
    differences.add(
      'billing_credits',
      `${id}: ${stored} cents as ${why.replace('_', ' ')}, and ${due} follow from its invoice`,
    );
  const { rows: strangers } = await sql<{ id: number }>`
    select credit_id as id from billing_credits c join billing_invoices i using (invoice_id)
    where c.account_id <> i.account_id order by 1 limit ${EXAMPLES}
  `.execute(tx);
  for (const { id } of strangers)
    differences.add('billing_credits', `credit ${id} is of another account than its invoice`);
  await compareReadOnly(tx, differences);
}

async function compareReadOnly(tx: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ id: string; stopped: boolean }>`
    select account_id as id, read_only_since is not null as stopped from billing_accounts a
    where (read_only_since is not null) <> exists (
      select 1 from billing_invoices i where i.account_id = a.account_id and ${stopsRecording}
    ) order by 1 limit ${EXAMPLES}
  `.execute(tx);
  for (const { id, stopped } of rows)
    differences.add(
      'billing_accounts',
      stopped
        ? `${id} is read-only, but no invoice of it makes it so`
        : `${id} may record, but an invoice of it makes it read-only`,
    );
}
