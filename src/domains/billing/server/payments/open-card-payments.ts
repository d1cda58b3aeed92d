import { sql } from 'kysely';
import { cancelCard, type Payments } from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { invoicePayments } from './invoice-payments.ts';

const AT_ONCE = 100;
const { kind } = invoicePayments;

/** Reports whether a card payment of an invoice waits for a step of the cardholder or of the provider. */
export async function hasOpenCardPayment(db: Database, invoiceId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payments where kind = ${kind} and subject = ${invoiceId} and state = 'pending' and method = 'fiat' limit 1
  `.execute(db);
  return rows.length > 0;
}

/**
 * Closes card payments that wait for a step and are for more than what is still due on their invoice, at the provider too: nobody can approve
 * them anymore. A payment that was approved meanwhile is completed. Without `invoiceId`, of all invoices. Safe to repeat.
 */
export async function closeBeyondDue(
  { database, cards }: Pick<Payments, 'database' | 'cards'>,
  invoiceId?: string,
): Promise<void> {
  if (cards === undefined) return;
  const { rows } = await sql<{ id: string; due: number }>`
    select payment_id as id, due from payments join lateral (
      select case when i.state in ('open', 'uncollectible')
        then greatest(0, gross_cents - credit_cents - credited_cents - paid_cents) else 0 end as due
      from billing_invoices i where invoice_id = subject
    ) as invoice on true
    where kind = ${kind} and payments.state = 'pending' and method = 'fiat' and amount_cents - method_fee_cents > due
      and (${invoiceId ?? null}::text is null or subject = ${invoiceId ?? null})
    order by opened_index limit ${AT_ONCE}
  `.execute(database);
  for (const { id, due } of rows)
    await cancelCard(
      cards,
      id,
      due === 0 ? 'Nothing more is due on the invoice.' : 'Less is due on the invoice now. Pay what is left.',
    );
}

/** Closes the card payments of an invoice that wait for a step, at the provider too. One that was approved meanwhile is completed. */
export async function cancelCardPayments(
  { database, cards }: Pick<Payments, 'database' | 'cards'>,
  invoiceId: string,
  reason: string,
): Promise<void> {
  if (cards === undefined) return;
  const { rows } = await sql<{ id: string }>`
    select payment_id as id from payments where kind = ${kind} and subject = ${invoiceId} and state = 'pending' and method = 'fiat'
    order by opened_index limit ${AT_ONCE}
  `.execute(database);
  for (const { id } of rows) await cancelCard(cards, id, reason);
}
