import type { Database } from '#platform/server/database/database.ts';
import { createDifferences } from '#platform/server/differences.ts';
import type { Difference } from '#platform/server/domain.ts';
import { compareInvoices } from './invoices/compare-invoices.ts';
import { compareInvoicePayments } from './payments/compare-invoice-payments.ts';

/** Compares invoices, their payments, the entries of both in the books, and what is paid of each invoice with the blocks. Repairs nothing. */
export const rebuildBilling = (database: Database): Promise<Difference[]> =>
  database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const differences = createDifferences(['billing_invoices', 'billing_numbers', 'payments', 'book_postings']);
      await compareInvoices(tx, differences);
      await compareInvoicePayments(tx, differences);
      return differences.list();
    });
