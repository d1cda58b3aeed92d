import { sql } from 'kysely';
import { appendBlocks } from '#domains/ledger/server/index.ts';
import { insertEntries } from '#domains/payments/server/index.ts';
import { present } from '#platform/contract/present.ts';
import type { Database } from '#platform/server/database/database.ts';
import { runWrite } from '#platform/server/database/one-statement.ts';
import type { Billing } from '../billing.ts';
import { billingBlockTypes } from '../billing-block-types.ts';
import { requireGenuineDetails } from '../customers/require-genuine-details.ts';
import { hashDocument } from '../documents/hash-document.ts';
import { dunningAt } from '../dunning/dunning-steps.ts';
import { addEvents } from '../events.ts';
import { postingsOf } from './books.ts';
import { type Composed, composeInvoice, readBuyers, type ToIssue } from './compose-invoice.ts';
import { addCredits, readCredits } from './credits.ts';
import { requireGenuineCredits } from './require-genuine-credits.ts';
import { takeNumbers } from './take-numbers.ts';

/** The stored facts of an issued document. */
type Issued = ToIssue & Composed & { readonly number: string; readonly sha256: string; readonly index: number };

type Issuer = Pick<Billing, 'clock' | 'config' | 'demo'>;

/**
 * Issues invoices and credit notes in the caller's transaction, in the order given: number, document, the block with its hash, entry in the
 * books, and the part that credit of the account pays. Numbers have no gaps, because they are taken with the rows. The accounts are
 * locked.
 *
 * @throws DamagedDetails, DamagedCredit for an invoice to an account whose stored billing details or credit differ from the blocks
 */
export async function issue(tx: Database, issuer: Issuer, all: readonly ToIssue[]): Promise<readonly Issued[]> {
  if (all.length === 0) return [];
  const accountIds = [...new Set(all.map(({ accountId }) => accountId))];
  const [buyers, credits] = await Promise.all([readBuyers(tx, accountIds), readCredits(tx, accountIds)]);
  const invoiced = all.flatMap(({ kind, accountId }) => (kind === 'invoice' ? [accountId] : []));
  await requireGenuineDetails(tx, invoiced);
  await requireGenuineCredits(tx, invoiced, credits);
  const numbers = await takeNumbers(
    tx,
    all.map(({ at }) => new Date(at * 1000).getUTCFullYear()),
  );
  const documents = all.map((one, n) => {
    const number = present(numbers[n], 'Each document has a number');
    const credit = Math.max(0, credits.get(one.accountId) ?? 0);
    const buyer = present(buyers.get(one.accountId), 'Every invoiced account has billing details');
    const composed = composeInvoice(issuer, { ...one, number, buyer }, credit);
    credits.set(one.accountId, credit - composed.document.totals.creditCents);
    return { ...one, ...composed, number, sha256: hashDocument(composed.document) };
  });
  const blocks = await appendBlocks(
    tx,
    documents.map(({ kind, invoiceId, sha256 }) =>
      billingBlockTypes.draft({
        action: kind === 'invoice' ? 'billing.invoice_issued' : 'billing.credit_note_issued',
        invoice: invoiceId,
        sha256,
      }),
    ),
    issuer.clock,
  );
  const issued = documents.map((one, n) => ({ ...one, index: blocks[n]?.index ?? -1 }));
  await storeIssued(tx, issued);
  await runWrite(
    tx,
    insertEntries(issued.map((one) => ({ blockIndex: one.index, postings: postingsOf(one.document) }))),
  );
  await storeCredits(tx, issued);
  await addEvents(
    tx,
    issued.map(({ accountId, invoiceId, at, kind, document, number, by }) => ({
      ...{ accountId, invoiceId, at, by },
      kind: `${kind}_issued`,
      detail: { number, cents: document.totals.grossCents },
      isMessage: true,
    })),
    issuer.clock(),
  );
  return issued;
}

async function storeIssued(tx: Database, issued: readonly Issued[]): Promise<void> {
  const rows = issued.map((one) => {
    const { grossCents, creditCents, dueCents } = one.document.totals;
    const isPaid = one.kind === 'credit_note' || dueCents === 0;
    return {
      ...{ invoiceId: one.invoiceId, accountId: one.accountId, kind: one.kind, number: one.number, title: one.title },
      ...{ document: one.document, sha256: one.sha256, index: one.index, at: one.at, dueAt: one.dueAt },
      ...{ grossCents, creditCents, start: one.period.start, end: one.period.end },
      ...{ preceding: one.preceding?.invoiceId ?? null, reason: one.reason ?? null },
      state: isPaid ? 'paid' : 'open',
      dunningAt: isPaid ? null : (dunningAt(0, one.dueAt) ?? null),
    };
  });
  await sql`
    insert into billing_invoices (
      invoice_id, account_id, kind, state, number, title, document, sha256, issued_index, gross_cents, credit_cents, period_start,
      period_end, preceding, created_at, issued_at, due_at, closed_at, reason, dunning_at
    )
    select "invoiceId", "accountId", kind, state, number, title, document, decode(sha256, 'hex'), index, "grossCents", "creditCents",
      to_timestamp(start), to_timestamp("end"), preceding, to_timestamp(at), to_timestamp(at), to_timestamp("dueAt"),
      case state when 'paid' then to_timestamp(at) end, reason, to_timestamp("dunningAt")
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      "invoiceId" text, "accountId" uuid, kind text, state text, number text, title text, document jsonb, sha256 text, index bigint,
      "grossCents" bigint, "creditCents" bigint, start float8, "end" float8, preceding text, at float8, "dueAt" float8, reason text,
      "dunningAt" float8
    )
    on conflict (invoice_id) do update set (
      state, number, document, sha256, issued_index, gross_cents, credit_cents, issued_at, due_at, closed_at, dunning_at
    ) = row (
      excluded.state, excluded.number, excluded.document, excluded.sha256, excluded.issued_index, excluded.gross_cents,
      excluded.credit_cents, excluded.issued_at, excluded.due_at, excluded.closed_at, excluded.dunning_at
    )
  `.execute(tx);
}

async function storeCredits(tx: Database, issued: readonly Issued[]): Promise<void> {
  const used = issued
    .map(({ accountId, invoiceId, document, at }) => ({
      accountId,
      invoiceId,
      cents: -document.totals.creditCents,
      at,
    }))
    .filter(({ cents }) => cents < 0);
  await addCredits(tx, 'used', used);
}
