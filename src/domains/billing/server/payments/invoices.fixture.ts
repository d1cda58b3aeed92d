import {
  confirmInvoicePayment,
  listInvoicePayments,
  payInvoice,
  reverseInvoicePayment,
} from '#domains/billing/contract.ts';
import { compareBooks } from '#domains/payments/server/index.ts';
import type { TestAccount, TestServer } from '#tests/support/test-server.ts';
import { giveDetails } from '../billing.fixture.ts';
import { secondsOf } from '../billing.ts';
import { newInvoiceId } from '../invoices/invoice-rows.ts';
import { issue } from '../invoices/issue-invoices.ts';
import { rebuildBilling } from '../rebuild-billing.ts';
import { compareBillingCards } from './seal-charges.ts';

/** Returns the actions of tests on invoices of a server, and the facts that they compare. */
export function createInvoices(server: TestServer) {
  const { sql } = server.database;
  return {
    /** Issues an invoice of an account in a country, of this amount without tax. */
    async issue(of: TestAccount, cents: number, country = 'US'): Promise<string> {
      const { database, clock, billing: config } = server.services;
      await giveDetails(server, of, country);
      const invoiceId = newInvoiceId();
      const at = secondsOf(clock);
      const lines = [{ text: 'Starter', quantity: 1, unitCents: null, cents, period: null }];
      const invoice = {
        invoiceId,
        accountId: of.id,
        kind: 'invoice',
        title: 'Starter',
        lines,
        period: { start: at, end: at + 1 },
        at,
      } as const;
      await database.transaction().execute((tx) => issue(tx, { clock, config, demo: true }, [invoice]));
      return invoiceId;
    },
    pay: (as: TestAccount, invoiceId: string, more: Record<string, unknown> = {}, key?: string) =>
      server.call(
        payInvoice,
        { params: { invoiceId }, body: { paymentMethod: 'bank', ...more } },
        { as, ...(key === undefined ? {} : { key }) },
      ),
    list: async (as: TestAccount, invoiceId: string) =>
      (await server.call(listInvoicePayments, { params: { invoiceId } }, { as })).body,
    confirm: (as: TestAccount, paymentId: string, amount?: number) =>
      server.call(
        confirmInvoicePayment,
        { params: { paymentId }, body: amount === undefined ? {} : { amount } },
        { as },
      ),
    takeBack: (as: TestAccount, paymentId: string) =>
      server.call(reverseInvoicePayment, { params: { paymentId }, body: { reason: 'The bank returned it' } }, { as }),
    async row(invoiceId: string): Promise<{ state: string; paid: number }> {
      const [row] = await sql<{ state: string; paid: number }>(
        'select state, paid_cents::float as paid from billing_invoices where invoice_id = $1',
        [invoiceId],
      );
      if (row === undefined) throw new Error(`Invoice ${invoiceId} not found`);
      return row;
    },
    async credit(of: TestAccount): Promise<number> {
      const [row] = await sql<{ cents: number }>(
        'select coalesce(sum(cents), 0)::float as cents from billing_credits where account_id = $1',
        [of.id],
      );
      return row?.cents ?? 0;
    },
    /** Reads the balance of an account of the books, in cents. Positive is a debit. */
    async booked(account: string): Promise<number> {
      const [row] = await sql<{ cents: number }>(
        'select coalesce(sum(cents), 0)::float as cents from book_postings where account = $1',
        [account],
      );
      return row?.cents ?? 0;
    },
    /** Returns the findings of `rebuild --check` about billing and the books. */
    async problems(): Promise<string[]> {
      const { database, payments } = server.services;
      const found = [
        ...(await rebuildBilling(database)),
        ...(await compareBillingCards(payments)),
        ...(await compareBooks(database)),
      ];
      return found.flatMap(({ projection, examples }) => examples.map((one) => `${projection}: ${one}`));
    },
  };
}
