import { invoiceClosed, type payInvoice as route } from '#domains/billing/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { PaymentAnswer } from '#domains/payments/contract.ts';
import { type OneSubjectPayments, payOneSubject } from '#domains/payments/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { BodyIn } from '#platform/contract/route.ts';
import { fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { noSuchInvoice } from '../invoices/read-invoices.ts';
import { findPayable, isPayable, type PayableInvoice } from './due.ts';

const centsOf = (dollars: number | undefined) => (dollars === undefined ? undefined : Math.round(dollars * 100));

/**
 * Opens a payment of the amount due on an invoice of the caller and starts taking its money. Never charges again what another payment has
 * covered meanwhile, however many are opened concurrently.
 *
 * @throws AppError `billing.invoice_not_found`, `billing.invoice_closed`, `request.invalid` for another amount or fee than is due,
 *   `payments.method_not_offered`, `payments.too_many_pending`
 */
export async function payInvoice(
  own: OneSubjectPayments,
  caller: Account,
  invoiceId: string,
  request: BodyIn<typeof route>,
  key: string | undefined,
): Promise<PaymentAnswer> {
  const invoice = await requireOwnInvoice(own, caller, invoiceId);
  const dueCents = invoice.payableCents - invoice.paidCents;
  const shownCents = centsOf(request.amount) ?? dueCents;
  return payOneSubject(own, {
    subject: invoiceId,
    accountId: caller.id,
    method: request.paymentMethod,
    // A repeated request gets its first payment also when nothing is due anymore. Another one is refused below.
    cents: Math.max(1, dueCents),
    shownFeeCents: centsOf(request.fee),
    card: request.card,
    key:
      key === undefined
        ? undefined
        : {
            scope: `billing:${caller.id}`,
            key,
            fingerprint: fingerprintOf(JSON.stringify(['pay', invoiceId, request])),
          },
    admit(paidCents) {
      const left = invoice.payableCents - paidCents;
      if (!isPayable(invoice) || left <= 0) throw invoiceIsClosed(invoice);
      if (left !== dueCents || left !== shownCents) throw otherAmount(left);
    },
  });
}

/**
 * Returns an invoice of the caller.
 *
 * @throws AppError `billing.invoice_not_found`, also for that of another account
 */
async function requireOwnInvoice({ payments }: OneSubjectPayments, caller: Account, invoiceId: string) {
  const invoice = await findPayable(payments.database, invoiceId);
  if (invoice === undefined || invoice.accountId !== caller.id) throw noSuchInvoice(invoiceId);
  return invoice;
}

/** Returns the error for an invoice on which nothing is due. */
export const invoiceIsClosed = ({ state, number }: PayableInvoice) =>
  new AppError(
    invoiceClosed,
    `Nothing is due on invoice ${number ?? ''}${state === 'void' ? ', which is void' : ''}.`,
    {
      hint: 'Open the billing history to see what is due.',
    },
  );

const otherAmount = (cents: number) =>
  new AppError(validationFailed, `${formatCents(cents)} is due on this invoice now.`, {
    hint: 'Reload to see the total.',
    errors: [{ in: 'body', pointer: '/amount', message: `amount must be ${cents / 100}` }],
  });
