import type { Database } from '#platform/server/database/database.ts';
import { createDifferences } from '#platform/server/differences.ts';
import type { Difference } from '#platform/server/domain.ts';
import { compareCustomers } from './customers/compare-customers.ts';
import { compareCredits } from './invoices/compare-credits.ts';
import { compareDrafts } from './invoices/compare-drafts.ts';
import { compareInvoices } from './invoices/compare-invoices.ts';
import { compareInvoicePayments } from './payments/compare-invoice-payments.ts';
import { compareSubscriptions } from './subscription/compare-subscriptions.ts';
import { compareTimes } from './subscription/compare-times.ts';
import { compareInvites } from './team/compare-invites.ts';
import { compareUsage } from './usage/compare-usage.ts';

/**
 * Compares invoices, drafts, their payments, the entries of both in the books, the paid amount of each invoice, the resulting credit, subscriptions,
 * billing details, members of teams, invites and usage with the blocks. Repairs nothing.
 */
export const rebuildBilling = (database: Database): Promise<Difference[]> =>
  database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const differences = createDifferences([
        ...['billing_invoices', 'billing_numbers', 'billing_credits', 'billing_accounts', 'billing_subscriptions'],
        ...['billing_events', 'billing_members', 'billing_usage', 'billing_brought', 'billing_meter'],
        ...['billing_invites', 'payments', 'book_postings'],
      ]);
      await compareInvoices(tx, differences);
      await compareDrafts(tx, differences);
      await compareInvoicePayments(tx, differences);
      await compareCredits(tx, differences);
      await compareSubscriptions(tx, differences);
      await compareTimes(tx, differences);
      await compareCustomers(tx, differences);
      await compareInvites(tx, differences);
      await compareUsage(tx, differences);
      return differences.list();
    });
