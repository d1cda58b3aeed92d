import { balanced } from '#domains/payments/server/index.ts';
import type { InvoiceDocument } from '../documents/invoice-document.ts';

/** The accounts of the books that invoices move. Payments take from what is invoiced. */
export const books = {
  /** The amount that customers owe on invoices; negative if they have overpaid. */
  invoiced: 'receivable:invoices',
  earned: 'revenue:subscriptions',
  tax: 'payable:sales_tax',
} as const;

/** Books an invoice: customers owe its amount, which is earned except for the tax. A credit note reverses it. */
export function postingsOf({ kind, totals }: Pick<InvoiceDocument, 'kind' | 'totals'>) {
  const sign = kind === 'invoice' ? 1 : -1;
  return balanced([
    { account: books.invoiced, cents: sign * totals.grossCents },
    { account: books.earned, cents: -sign * totals.netCents },
    { account: books.tax, cents: -sign * totals.taxCents },
  ]);
}
