import { sql } from 'kysely';
import { type creditInvoice as creditRoute, divideHalfEven, invoiceClosed } from '#domains/billing/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { present } from '#platform/contract/present.ts';
import type { BodyIn, ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Billing } from '../billing.ts';
import { releaseIfPaid } from '../dunning/release.ts';
import { addCredits } from '../invoices/credits.ts';
import { findInvoice, type InvoiceRow, leftOf, newInvoiceId } from '../invoices/invoice-rows.ts';
import { issue } from '../invoices/issue-invoices.ts';
import { describeInvoice } from '../invoices/read-invoices.ts';
import { instant } from '../subscription/describe-subscription.ts';
import { decideInvoice } from './decide-invoice.ts';

/**
 * Issues a credit note about an invoice, with its parties and its tax. It reduces the amount left to pay; the rest becomes credit of the account.
 *
 * @throws AppError `billing.invoice_not_found`, `billing.invoice_closed`, `request.invalid` for more than the invoice
 */
export async function creditInvoice(
  billing: Billing,
  caller: Account,
  invoiceId: string,
  body: BodyIn<typeof creditRoute>,
  key: string | undefined,
): Promise<ResponseOut<typeof creditRoute>> {
  const { invoice, made } = await decideInvoice(billing, caller, invoiceId, {
    ...{ key, request: ['credit', body], made: newInvoiceId() },
    act: (tx, found, at, noteId) =>
      credit(tx, billing, found, {
        noteId,
        at,
        reason: body.reason,
        by: caller.username,
        cents: Math.round(body.amount * 100),
      }),
  });
  return { creditNote: describeInvoice(made), invoice: describeInvoice(invoice) };
}

type Note = { noteId: string; at: number; reason: string; by: string; cents: number };

async function credit(tx: Database, billing: Billing, invoice: InvoiceRow, note: Note): Promise<void> {
  const { invoiceId, accountId } = invoice;
  if (invoice.kind !== 'invoice' || invoice.state === 'draft' || invoice.state === 'void')
    throw new AppError(invoiceClosed, 'Only an issued invoice that is not void can be credited.');
  const credited = await readCredited(tx, invoiceId);
  const most = invoice.grossCents - credited.grossCents;
  if (note.cents > most)
    throw most === 0
      ? tooMuch('The invoice is credited entirely.', 'amount: nothing is left of the invoice to credit')
      : tooMuch(`At most ${formatCents(most)} can be credited.`, `amount must be at most ${most / 100}`);
  const number = present(invoice.number, 'An issued invoice has a number');
  const { at, reason, noteId } = note;
  const period = { start: invoice.periodStart ?? at, end: invoice.periodEnd ?? at };
  const span = { start: instant(period.start), end: instant(period.end) };
  const issued = 'Its document was stored when it was issued';
  const document = {
    seller: present(invoice.document.seller, issued),
    buyer: present(invoice.document.buyer, issued),
    tax: present(invoice.document.tax, issued),
  };
  const { netCents } = present(invoice.document.totals, issued);
  const net = netOf(note.cents, { netCents, grossCents: invoice.grossCents }, credited);
  await issue(tx, billing, [
    {
      ...{ invoiceId: noteId, accountId, kind: 'credit_note', title: `Credit for invoice ${number}` },
      lines: [
        {
          text: reason,
          quantity: 1,
          unitCents: null,
          cents: net,
          period: span,
        },
      ],
      ...{ period, at, reason, by: note.by },
      preceding: {
        ...{ invoiceId, number, issuedAt: invoice.issuedAt ?? invoice.createdAt, document },
        taxCents: note.cents - net,
      },
    },
  ]);
  const { grossCents } = present(await findInvoice(tx, noteId), 'It was just issued');
  const left = leftOf(invoice);
  const taken = Math.min(left, grossCents);
  if (taken > 0) await take(tx, invoiceId, { taken, closes: taken === left, at });
  if (grossCents > taken)
    await addCredits(tx, 'credit_note', [{ accountId, invoiceId: noteId, cents: grossCents - taken, at }]);
  await releaseIfPaid(tx, accountId, at, billing.clock());
}

const tooMuch = (detail: string, message: string) =>
  new AppError(validationFailed, detail, { errors: [{ in: 'body', pointer: '/amount', message }] });

async function take(
  tx: Database,
  invoiceId: string,
  { taken, closes, at }: { taken: number; closes: boolean; at: number },
) {
  await sql`update billing_invoices set credited_cents = credited_cents + ${taken} where invoice_id = ${invoiceId}`.execute(
    tx,
  );
  if (closes)
    await sql`
      update billing_invoices set state = 'paid', closed_at = to_timestamp(${at}::float8), dunning_at = null where invoice_id = ${invoiceId}
    `.execute(tx);
}

type Amounts = { readonly netCents: number; readonly grossCents: number };

/** Reads the amounts that credit notes have given back of an invoice. */
async function readCredited(tx: Database, invoiceId: string): Promise<Amounts> {
  const { rows } = await sql<Amounts>`
    select coalesce(sum(gross_cents), 0)::bigint as "grossCents",
      coalesce(sum((document->'totals'->>'netCents')::bigint), 0)::bigint as "netCents"
    from billing_invoices where preceding = ${invoiceId}
  `.execute(tx);
  return present(rows[0], 'Totals are one row');
}

/**
 * Returns the net of an amount with tax, in cents. Notes that together give back all of an invoice give back its net amount and its tax to the
 * cent: each takes the share of the total credited so far, less the shares of earlier notes.
 */
function netOf(cents: number, invoice: Amounts, credited: Amounts): number {
  const until = divideHalfEven(
    BigInt(invoice.netCents) * BigInt(credited.grossCents + cents),
    BigInt(invoice.grossCents),
  );
  return Math.min(cents, Math.max(0, Number(until) - credited.netCents));
}
