import { InvoiceId } from '#domains/billing/contract.ts';
import { oneSubjectBlockTypes } from '#domains/payments/server/index.ts';

/** The blocks of payments of invoices. They name an invoice by its random id, but no person. */
export const invoicePaymentBlocks = oneSubjectBlockTypes('billing.payment', 'invoice', InvoiceId);
