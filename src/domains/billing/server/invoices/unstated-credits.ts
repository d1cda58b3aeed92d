import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/** Credit of an account about an invoice that does not follow from the invoice. In cents. */
export type UnstatedCredit = {
  readonly accountId: string;
  readonly invoiceId: string;
  readonly why: string;
  /** What follows from the invoice. */
  readonly due: number;
  readonly stored: number;
};

/**
 * Finds stored credit that does not follow from the invoices: the credit each used, credit returned by void ones, overpayments, and credit notes
 * beyond what was due. Of these accounts, or of all.
 */
export async function readUnstatedCredits(
  db: Database,
  { accountIds, limit }: { accountIds?: readonly string[]; limit: number },
): Promise<UnstatedCredit[]> {
  const of = accountIds === undefined ? sql`true` : sql`account_id = any(${accountIds}::uuid[])`;
  const { rows } = await sql<UnstatedCredit>`
    with own as (
      select * from billing_invoices where ${of}
    ), stated as (
      select account_id, invoice_id, 'used' as why, -credit_cents as due from own where kind = 'invoice'
      union all
      select account_id, invoice_id, 'returned', case state when 'void' then credit_cents else 0 end from own where kind = 'invoice'
      union all
      select account_id, invoice_id, 'overpaid', greatest(
        0, paid_cents - case state when 'void' then 0 else gross_cents - credit_cents - credited_cents end
      ) from own where kind = 'invoice' and number is not null
      union all
      select invoice.account_id, invoice.invoice_id, 'credit_note', coalesce(sum(note.gross_cents), 0) - invoice.credited_cents
      from own invoice left join own note on note.preceding = invoice.invoice_id
      where invoice.kind = 'invoice' group by 1, 2, invoice.credited_cents
    ), stored as (
      select c.account_id, coalesce(i.preceding, c.invoice_id) as invoice_id, why, sum(cents) as cents
      from (select * from billing_credits where ${of}) as c left join billing_invoices i using (invoice_id) group by 1, 2, 3
    )
    select account_id as "accountId", invoice_id as "invoiceId", why, coalesce(due, 0)::bigint as due, coalesce(cents, 0)::bigint as stored
    from stated full join stored using (account_id, invoice_id, why)
    where coalesce(due, 0) <> coalesce(cents, 0) order by invoice_id, why, account_id limit ${limit}
  `.execute(db);
  return rows;
}

/** Describes credit that does not follow from its invoice. */
export const describeUnstated = ({ invoiceId, why, due, stored }: UnstatedCredit): string =>
  `${invoiceId}: ${stored} cents as ${why.replace('_', ' ')}, and ${due} follow from its invoice`;
