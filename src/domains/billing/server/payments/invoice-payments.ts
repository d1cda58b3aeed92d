import { PENDING_INVOICE_PAYMENTS_MAX } from '#domains/billing/contract.ts';
import type { OneSubject } from '#domains/payments/server/index.ts';
import { billingBlockTypes } from '../billing-block-types.ts';
import { books } from '../invoices/books.ts';

/**
 * Payments of invoices. They reduce the invoiced amount, so overpayments and prepayments are owed to customers.
 */
export const invoicePayments: OneSubject = {
  kind: 'invoice',
  types: billingBlockTypes,
  action: 'billing.payment',
  field: 'invoice',
  books: { owed: books.invoiced, promised: 'promised:invoices' },
  part: 'principal',
  words: { one: 'invoice payment', many: 'payments of this invoice', closedBy: 'an administrator' },
  shown: { title: (invoiceId) => `Subscription, invoice ${invoiceId}`, path: () => '/subscription?tab=history' },
  pendingMax: PENDING_INVOICE_PAYMENTS_MAX,
};
