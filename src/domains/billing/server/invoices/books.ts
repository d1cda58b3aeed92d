import { balanced } from '#domains/payments/server/index.ts';
import type { InvoiceDocument } from '../documents/invoice-document.ts';

/** The accounts of the books that invoices move. Payments take from what is invoiced. */
export const books = {
  /** What customers owe on invoices; negative: what they have paid beyond. */
  invoiced: 'receivable:invoices',
  earned: 'revenue:subscriptions',
  tax: 'payable:sales_tax',
} as const;

/** What is invoiced is owed by customers, and earned but for the tax. A credit note takes it back. */
export function postingsOf({ kind, totals }: Pick<InvoiceDocument, 'kind' | 'totals'>) {
  const sign = kind === 'invoice' ? 1 : -1;
  return balanced([
    { account: books.invoiced, cents: sign * totals.grossCents },
    { account: books.earned, cents: -sign * totals.netCents },
    { account: books.tax, cents: -sign * totals.taxCents },
  ]);
}
