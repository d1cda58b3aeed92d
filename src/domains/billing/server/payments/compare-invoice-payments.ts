import { sql } from 'kysely';
import { actionsOf, compareOneSubject, findEntriesBeside } from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { invoicePayments } from './invoice-payments.ts';

const EXAMPLES = 500;
/** Blocks of invoices have entries too, with amounts that no block states. */
const OF_INVOICES = ['billing.invoice_issued', 'billing.credit_note_issued', 'billing.invoice_closed'];

/**
 * Compares every payment of an invoice with its blocks, its entries in the books, and the paid amount of each invoice with its blocks.
 * Names the tables `payments`, `book_postings` and `billing_invoices`. Payments that were settled since the last round may be ahead of
 * their invoice, so call `carryInvoices` first.
 */
export async function compareInvoicePayments(tx: Database, differences: Differences): Promise<void> {
  const paid = new Map<string, number>();
  await compareOneSubject(tx, invoicePayments, differences, async (told) => {
    for (const { subject, due } of told) if (due !== 0) paid.set(subject, (paid.get(subject) ?? 0) + due);
  });
  for (const index of await findEntriesBeside(tx, 'billing', [...actionsOf(invoicePayments), ...OF_INVOICES], EXAMPLES))
    differences.add('book_postings', `block ${index} has an entry, and is about no payment or invoice`);
  const { rows } = await sql<{ id: string; problem: string }>`
    with stated as (
      select * from unnest(${[...paid.keys()]}::text[], ${[...paid.values()]}::bigint[]) as t (id, cents)
    ), kept as (
      select invoice_id as id, state, paid_cents, gross_cents - credit_cents - credited_cents as payable
      from billing_invoices where kind = 'invoice' and number is not null
    )
    select id, case
      when kept.id is null then 'is paid, and is not stored'
      when paid_cents <> coalesce(cents, 0) then 'has ' || paid_cents || ' cents as paid, and the blocks state ' || coalesce(cents, 0)
      else 'is ' || state || ', with ' || coalesce(cents, 0) || ' of ' || payable || ' cents paid' end as problem
    from stated full join kept using (id)
    where kept.id is null or paid_cents <> coalesce(cents, 0)
      or (state in ('open', 'uncollectible') and coalesce(cents, 0) >= payable) or (state = 'paid' and coalesce(cents, 0) < payable)
    order by id limit ${EXAMPLES}
  `.execute(tx);
  for (const { id, problem } of rows) differences.add('billing_invoices', `${id} ${problem}`);
}
