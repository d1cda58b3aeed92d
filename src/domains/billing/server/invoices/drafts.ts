import { sql } from 'kysely';
import { describeLine, sumOf } from '#domains/billing/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { DocumentLine } from '../documents/invoice-document.ts';
import { hashJson } from '../hash-json.ts';
import { instant } from '../subscription/describe-subscription.ts';
import type { NewCharge } from '../subscription/subscription-state.ts';
import type { ToIssue } from './compose-invoice.ts';
import { type InvoiceRow, newInvoiceId } from './invoice-rows.ts';

/** How long the invoice of a new period is a draft, which an administrator can still void. */
export const DRAFT_SECONDS = 3600;

/** Returns the lines of an invoice, issued or not, and their net amounts. */
export function documentLines({ document }: Pick<InvoiceRow, 'document'>): {
  lines: readonly DocumentLine[];
  netCents: number;
} {
  return { lines: document.lines, netCents: sumOf(document.lines) };
}

/** Returns the content of the invoice for a charge. */
export function invoiceOf(accountId: string, charge: NewCharge): ToIssue {
  const { at, title, period, paidAheadCents, notChargedCents } = charge;
  const span = (from: number, until: number) => ({ start: instant(from), end: instant(until) });
  const lines: DocumentLine[] = charge.lines.map((line) => {
    const { quantity, unitCents, from, until, cents } = line;
    // A part of a period, or of a year, is not a product of units and price.
    const isProduct = quantity * unitCents === cents;
    return {
      text: describeLine(line),
      quantity,
      unitCents: isProduct ? unitCents : null,
      cents,
      period: span(from, until),
    };
  });
  const beside = [
    { text: 'Unused rest that nothing was charged for', cents: notChargedCents },
    { text: 'Paid for this period before', cents: -paidAheadCents },
  ];
  for (const { text, cents } of beside)
    if (cents !== 0) lines.push({ text, quantity: 1, unitCents: null, cents, period: span(at, period.end) });
  return { invoiceId: newInvoiceId(), accountId, kind: 'invoice', title, lines, period, at };
}

/** Returns the hash of a draft's content. The change of the subscription that makes the draft states it. */
export const hashDraft = ({
  accountId,
  title,
  lines,
  period: { start, end },
  at,
}: Pick<ToIssue, 'accountId' | 'title' | 'lines' | 'period' | 'at'>): string =>
  hashJson({ accountId, title, lines, start, end, at });

/** Stores invoices without number, to be issued later. */
export async function storeDrafts(tx: Database, drafts: readonly ToIssue[]): Promise<void> {
  if (drafts.length === 0) return;
  const rows = drafts.map(({ invoiceId, accountId, title, lines, period, at }) => ({
    ...{ invoiceId, accountId, title, at, start: period.start, end: period.end, document: { lines } },
    // Without tax, which is decided when it is issued.
    gross: sumOf(lines),
  }));
  await sql`
    insert into billing_invoices (
      invoice_id, account_id, kind, state, title, document, gross_cents, period_start, period_end, created_at
    )
    select "invoiceId", "accountId", 'invoice', 'draft', title, document, gross, to_timestamp(start), to_timestamp("end"), to_timestamp(at)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      "invoiceId" text, "accountId" uuid, title text, document jsonb, gross bigint, start float8, "end" float8, at float8
    )
  `.execute(tx);
}

/** Returns a draft in the form in which it is issued. */
export function fromDraft({
  invoiceId,
  accountId,
  title,
  document,
  periodStart,
  periodEnd,
  createdAt,
}: InvoiceRow): ToIssue {
  const { lines } = documentLines({ document });
  const period = { start: periodStart ?? createdAt, end: periodEnd ?? createdAt };
  return { invoiceId, accountId, kind: 'invoice', title, lines, period, at: createdAt + DRAFT_SECONDS };
}
