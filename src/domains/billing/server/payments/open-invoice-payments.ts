import { canAdministerBilling } from '#domains/billing/contract.ts';
import type { Ledger } from '#domains/ledger/server/index.ts';
import { holds } from '#domains/participants/contract.ts';
import { type OneSubjectPayments, openOneSubject, type Payments } from '#domains/payments/server/index.ts';
import type { BillingConfig } from '#platform/server/billing-config.ts';
import { isOutage } from '#platform/server/database/outage.ts';
import type { Log } from '#platform/server/log.ts';
import { bankAccountOf } from '../documents/seller.ts';
import { carryInvoice } from './carry-invoices.ts';
import { invoicePayments } from './invoice-payments.ts';
import { closeBeyondDue } from './open-card-payments.ts';
import { receiveTransfers } from './receive-transfers.ts';

type Services = {
  readonly ledger: Ledger;
  readonly payments: Payments;
  readonly log: Log;
  readonly billing: Pick<BillingConfig, 'seller'>;
  readonly city: { readonly demo: boolean };
};

const opened = new WeakMap<Ledger, OneSubjectPayments>();

/**
 * Registers billing as the payee of invoice payments, once for each ledger. Only administrators confirm that their money arrived.
 */
export function openInvoicePayments(services: Services): OneSubjectPayments {
  const own = opened.get(services.ledger) ?? open(services);
  opened.set(services.ledger, own);
  return own;
}

const open = ({ ledger, payments, log, billing, city }: Services): OneSubjectPayments =>
  openOneSubject(invoicePayments, {
    ledger,
    part: 'payments',
    payments,
    bankAccount: bankAccountOf(billing.seller, city.demo),
    mayConfirm: (by) => holds(by, canAdministerBilling),
    unannounced: receiveTransfers(payments.database),
    carry: (invoiceId) =>
      carryInvoice(payments, invoiceId)
        .then(() => closeBeyondDue(payments, invoiceId))
        .catch((error: unknown) => {
          // The next round retries.
          if (!isOutage(error)) log.warn({ err: error, invoiceId }, 'an invoice waits to be updated by its payments');
        }),
  });
