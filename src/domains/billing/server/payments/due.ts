import { sql } from 'kysely';
import type { InvoiceState } from '#domains/billing/contract.ts';
import { readPaidOn } from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { invoicePayments } from './invoice-payments.ts';

/** The facts of an invoice that its payments need. Amounts in cents. */
export type PayableInvoice = {
  readonly invoiceId: string;
  readonly accountId: string;
  readonly state: InvoiceState;
  readonly number: string | null;
  readonly dunningStep: number;
  /** The amount to be paid: the invoice less credit and credit notes. */
  readonly payableCents: number;
  /** The sum of completed payments. */
  readonly paidCents: number;
};

/**
 * The cents that are due on a row of `billing_invoices` by what its row says is paid: nothing if it cannot be paid. `findPayable` counts what the
 * blocks say.
 */
export const dueByRow = sql<number>`
  case when state in ('open', 'uncollectible') then greatest(0, gross_cents - credit_cents - credited_cents - paid_cents) else 0 end
`;

/** Reads an invoice with the amount paid according to the blocks, which may be ahead of its row; undefined for a credit note. */
export async function findPayable(db: Database, invoiceId: string): Promise<PayableInvoice | undefined> {
  const { rows } = await sql<Omit<PayableInvoice, 'paidCents'>>`
    select invoice_id as "invoiceId", account_id as "accountId", state, number, dunning_step as "dunningStep",
      gross_cents - credit_cents - credited_cents as "payableCents"
    from billing_invoices where invoice_id = ${invoiceId} and kind = 'invoice'
  `.execute(db);
  const [found] = rows;
  if (found === undefined) return undefined;
  return { ...found, paidCents: sumOf(await readPaidOn(db, invoicePayments, [invoiceId])) };
}

/** Reports whether an invoice in this state can be paid. */
export const isPayable = ({ state }: Pick<PayableInvoice, 'state'>): boolean =>
  state === 'open' || state === 'uncollectible';

/** Adds up the payments to one subject. */
export const sumOf = (paid: ReadonlyMap<string, ReadonlyMap<string, number>>): number =>
  [...paid.values()].flatMap((one) => [...one.values()]).reduce((sum, cents) => sum + cents, 0);
