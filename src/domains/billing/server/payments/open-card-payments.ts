import { sql } from 'kysely';
import {
  cancelCard,
  type OpenCardPayment,
  type Payments,
  readOpenCardPayments,
} from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { dueByRow } from './due.ts';
import { invoicePayments } from './invoice-payments.ts';

const PAGE = 100;

/** Reports whether a card payment of an invoice waits for a step of the cardholder or of the provider. */
export async function hasOpenCardPayment(db: Database, invoiceId: string): Promise<boolean> {
  return (await readOpenCardPayments(db, invoicePayments, { subject: invoiceId, limit: 1 })).length > 0;
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
  for await (const waiting of pagesOf(database, invoiceId)) {
    const dues = await readDues(database, [...new Set(waiting.map(({ subject }) => subject))]);
    for (const { paymentId, subject, cents } of waiting) {
      const due = dues.get(subject);
      if (due === undefined || cents <= due) continue;
      const reason =
        due === 0 ? 'Nothing more is due on the invoice.' : 'Less is due on the invoice now. Pay what is left.';
      await cancelCard(cards, paymentId, reason);
    }
  }
}

/** Closes the card payments of an invoice that wait for a step, at the provider too. One that was approved meanwhile is completed. */
export async function cancelCardPayments(
  { database, cards }: Pick<Payments, 'database' | 'cards'>,
  invoiceId: string,
  reason: string,
): Promise<void> {
  if (cards === undefined) return;
  for await (const waiting of pagesOf(database, invoiceId))
    for (const { paymentId } of waiting) await cancelCard(cards, paymentId, reason);
}

async function* pagesOf(db: Database, subject: string | undefined): AsyncGenerator<OpenCardPayment[]> {
  for (let after = -1; ; ) {
    const page = await readOpenCardPayments(db, invoicePayments, { subject, after, limit: PAGE });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.openedIndex;
  }
}

/** Reads what is due on invoices, in cents. */
async function readDues(db: Database, invoiceIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ invoiceId: string; due: number }>`
    select invoice_id as "invoiceId", ${dueByRow} as due from billing_invoices where invoice_id = any(${invoiceIds}::text[])
  `.execute(db);
  return new Map(rows.map(({ invoiceId, due }) => [invoiceId, due]));
}
