import { sql } from 'kysely';
import type { Recognized } from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findInvoiceNumbers } from '../invoices/invoice-reference.ts';
import { noSuchInvoice } from '../invoices/read-invoices.ts';
import { dueByRow, findPayable, isPayable } from './due.ts';
import { invoiceIsClosed } from './pay-invoice.ts';

/** A text with more numbers was not written by a payer. */
const NUMBERS_MAX = 12;
const NUMBER = /^\d{4}-\d{6}$/;

/**
 * Returns how invoices take money that no payment announced: a transfer with the reference of an open invoice, or with its number and the amount due,
 * pays it. An administrator assigns any other transfer to an open invoice by its number or id. Money for an invoice with nothing due is refused, and
 * stays in suspense.
 */
export const receiveTransfers = (database: Database) => ({
  recognize: (texts: readonly string[]) => recognizeInvoices(database, texts),
  async resolve(name: string): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select invoice_id as id from billing_invoices
      where kind = 'invoice' and ${NUMBER.test(name) ? sql`number` : sql`invoice_id`} = ${name}
    `.execute(database);
    if (rows[0] === undefined) throw noSuchInvoice(name);
    return rows[0].id;
  },
  async find(invoiceId: string) {
    const invoice = await findPayable(database, invoiceId);
    if (invoice === undefined) throw noSuchInvoice(invoiceId);
    return {
      accountId: invoice.accountId,
      admit(paidCents: number) {
        if (!isPayable(invoice) || invoice.payableCents <= paidCents) throw invoiceIsClosed(invoice);
      },
    };
  },
});

type Row = { id: string; number: string; due: number };

async function recognizeInvoices(database: Database, texts: readonly string[]): Promise<Recognized[][]> {
  const found = texts.map(findInvoiceNumbers);
  const numbers = found.flatMap(({ referenced, named }) => [...referenced, ...named.slice(0, NUMBERS_MAX)]);
  if (numbers.length === 0) return texts.map(() => []);
  const { rows } = await sql<Row>`
    select invoice_id as id, number, ${dueByRow} as due from billing_invoices where kind = 'invoice' and number = any(${[...new Set(numbers)]}::text[])
  `.execute(database);
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const recognized = (of: readonly string[], certain: (due: number) => Recognized['certain']): Recognized[] =>
    of.flatMap((number) => {
      const row = byNumber.get(number);
      if (row === undefined) return [];
      const by = row.due > 0 ? certain(row.due) : undefined;
      const reason = row.due > 0 ? `Invoice ${number}` : `Invoice ${number}, on which nothing is due`;
      return [{ subject: row.id, reason, ...(by === undefined ? {} : { certain: by }) }];
    });
  return found.map(({ referenced, named }) => [
    ...recognized(referenced, () => 'reference'),
    ...recognized(named, (cents) => ({ cents })),
  ]);
}
