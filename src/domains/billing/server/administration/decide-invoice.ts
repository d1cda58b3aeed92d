import type { Account } from '#domains/participants/server/index.ts';
import { present } from '#platform/contract/present.ts';
import type { Database } from '#platform/server/database/database.ts';
import { claimIdempotencyKey, fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { type Billing, secondsOf } from '../billing.ts';
import { findInvoice, fromSubject, type InvoiceRow, subjectOf } from '../invoices/invoice-rows.ts';
import { noSuchInvoice } from '../invoices/read-invoices.ts';
import { lockCustomers } from '../subscription/subscription-rows.ts';

/** A decision of an administrator about an invoice, with its account locked. `made` is the id for a new document. */
type Act = (tx: Database, invoice: InvoiceRow, at: number, made: string) => Promise<void>;

type Decision = {
  readonly key: string | undefined;
  readonly request: unknown;
  /** The id of the document that it makes; the invoice itself if it makes none. */
  readonly made: string;
  readonly act: Act;
};

/**
 * Decides about an invoice in one transaction, with its account locked. A repeated request with the same key decides nothing, and returns the result of the
 * first.
 *
 * @throws AppError `billing.invoice_not_found`, `request.idempotency_mismatch`, and what `act` throws
 */
export async function decideInvoice(
  { database, clock, invoicePayments }: Billing,
  caller: Account,
  invoiceId: string,
  { key, request, made, act }: Decision,
): Promise<{ invoice: InvoiceRow; made: InvoiceRow }> {
  const known = await findInvoice(database, invoiceId);
  if (known === undefined) throw noSuchInvoice(invoiceId);
  const fingerprint = fingerprintOf(JSON.stringify([invoiceId, request]));
  const decided = await database.transaction().execute(async (tx) => {
    const customer = present((await lockCustomers(tx, [known.accountId]))[0], 'An invoice has its account');
    const read = async (id: string) => present(await findInvoice(tx, id), 'Invoices are never removed');
    const claim = { scope: `billing:${caller.id}`, key, fingerprint, subject: subjectOf(made) };
    const earlier = await claimIdempotencyKey(tx, claim);
    if (earlier === undefined)
      await act(tx, await read(invoiceId), secondsOf(clock) + customer.clockOffsetSeconds, made);
    return { invoice: await read(invoiceId), made: await read(earlier === undefined ? made : fromSubject(earlier)) };
  });
  // Card payments that are now beyond what is due are closed.
  await invoicePayments.carry(invoiceId);
  return decided;
}
