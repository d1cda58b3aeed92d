import { sql } from 'kysely';
import {
  type giveUpInvoice as giveUpRoute,
  invoiceClosed,
  type voidInvoice as voidRoute,
} from '#domains/billing/contract.ts';
import { appendBlocks } from '#domains/ledger/server/index.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { balanced, insertEntries, readPaidOn } from '#domains/payments/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
import type { BodyIn, ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import { runWrite } from '#platform/server/database/one-statement.ts';
import type { Billing } from '../billing.ts';
import { billingBlockTypes } from '../billing-block-types.ts';
import { releaseIfPaid } from '../dunning/release.ts';
import { addEvents } from '../events.ts';
import { books } from '../invoices/books.ts';
import { addCredits } from '../invoices/credits.ts';
import { documentLines } from '../invoices/drafts.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import { describeInvoice } from '../invoices/read-invoices.ts';
import { sumOf } from '../payments/due.ts';
import { invoicePayments } from '../payments/invoice-payments.ts';
import { cancelCardPayments, hasOpenCardPayment } from '../payments/open-card-payments.ts';
import { decideInvoice } from './decide-invoice.ts';

/**
 * Voids an invoice of which nothing was paid: nothing is due on it anymore, and credit that paid part of it comes back. It keeps its number; a draft
 * is left without one. Card payments that wait are closed first; one that was approved meanwhile is completed, and the invoice stays.
 *
 * @throws AppError `billing.invoice_not_found`, `billing.invoice_closed`
 */
export async function voidInvoice(
  billing: Billing,
  caller: Account,
  invoiceId: string,
  { reason }: BodyIn<typeof voidRoute>,
  key: string | undefined,
): Promise<ResponseOut<typeof voidRoute>> {
  const { payments } = billing.invoicePayments;
  await cancelCardPayments(payments, invoiceId, 'The invoice was voided.');
  const { invoice } = await decideInvoice(billing, caller, invoiceId, {
    ...{ key, request: ['void', reason], made: invoiceId },
    act: async (tx, found, at) => {
      const { accountId, state, kind, paidCents, creditCents, creditedCents } = found;
      if (
        kind !== 'invoice' ||
        !['draft', 'open', 'uncollectible'].includes(state) ||
        paidCents !== 0 ||
        creditedCents !== 0
      )
        throw somethingPaid();
      await close(tx, billing, found, { to: 'void', at, reason });
      // Its block is the newest from here on, so a payment is either seen here, or completes after the invoice was voided.
      if (sumOf(await readPaidOn(tx, invoicePayments, [invoiceId])) !== 0) throw somethingPaid();
      if (await hasOpenCardPayment(tx, invoiceId))
        throw new AppError(invoiceClosed, 'A card payment of this invoice is being processed.', {
          hint: 'Wait until it has completed or failed, and try again.',
        });
      if (creditCents > 0) await addCredits(tx, 'returned', [{ accountId, invoiceId, cents: creditCents, at }]);
      const event = {
        accountId,
        at,
        kind: 'invoice_voided',
        invoiceId,
        detail: { reason },
        by: caller.username,
        isMessage: true,
      };
      await addEvents(tx, [event], billing.clock());
      await releaseIfPaid(tx, accountId, at, billing.clock());
    },
  });
  return { invoice: describeInvoice(invoice) };
}

const somethingPaid = () =>
  new AppError(invoiceClosed, 'Only an invoice of which nothing was paid can be voided.', {
    hint: 'Credit it instead.',
  });

/**
 * Marks an open invoice as uncollectible: no more reminders are sent. It can still be paid.
 *
 * @throws AppError `billing.invoice_not_found`, `billing.invoice_closed`
 */
export async function giveUpInvoice(
  billing: Billing,
  caller: Account,
  invoiceId: string,
  { reason }: BodyIn<typeof giveUpRoute>,
  key: string | undefined,
): Promise<ResponseOut<typeof giveUpRoute>> {
  const { invoice } = await decideInvoice(billing, caller, invoiceId, {
    ...{ key, request: ['give up', reason], made: invoiceId },
    act: async (tx, found, at) => {
      if (found.state !== 'open') throw new AppError(invoiceClosed, 'Only an open invoice can be given up.');
      await close(tx, billing, found, { to: 'uncollectible', at, reason });
      const { accountId } = found;
      const event = { accountId, at, kind: 'invoice_given_up', invoiceId, detail: { reason }, by: caller.username };
      await addEvents(tx, [event], billing.clock());
    },
  });
  return { invoice: describeInvoice(invoice) };
}

type Closing = { readonly to: 'void' | 'uncollectible'; readonly at: number; readonly reason: string };

async function close(tx: Database, { clock }: Billing, found: InvoiceRow, { to, at, reason }: Closing): Promise<void> {
  await sql`
    update billing_invoices set state = ${to}, closed_at = to_timestamp(${at}::float8), reason = ${reason}, dunning_at = null,
      given_up_at = case when ${to} = 'uncollectible' then to_timestamp(${at}::float8) else given_up_at end
    where invoice_id = ${found.invoiceId}
  `.execute(tx);
  const draft = billingBlockTypes.draft({ action: 'billing.invoice_closed', invoice: found.invoiceId, state: to });
  const block = present((await appendBlocks(tx, [draft], clock))[0], 'One draft is one block');
  // An uncollectible invoice stays invoiced, and a draft is in no book.
  if (to === 'uncollectible' || found.state === 'draft') return;
  const { netCents } = documentLines(found);
  const postings = balanced([
    { account: books.invoiced, cents: -found.grossCents },
    { account: books.earned, cents: netCents },
    { account: books.tax, cents: found.grossCents - netCents },
  ]);
  await runWrite(tx, insertEntries([{ blockIndex: block.index, postings }]));
}
