import { InvoiceId } from '#domains/billing/contract.ts';
import { oneSubjectBlockTypes } from '#domains/payments/server/index.ts';

/** The blocks of payments of invoices. They name an invoice by its random id, and nobody. */
export const invoicePaymentBlocks = oneSubjectBlockTypes('billing.payment', 'invoice', InvoiceId);
