import { readBillingDetails, readInvoicePdf, readInvoiceUbl, saveBillingDetails } from '#domains/billing/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import type { Billing } from '../billing.ts';
import { exportInvoice, printInvoice } from './print-invoice.ts';
import { readDetails, saveDetails } from './save-details.ts';

/** Serves the billing details of an account, and its invoices as files. */
export function mountDetails(mount: Mount<Account>, billing: Billing): void {
  const { database } = billing;
  mount(readBillingDetails, async ({ caller }) => ({ details: await readDetails(database, caller.id) }));
  mount(saveBillingDetails, async ({ caller, body }) => ({ details: await saveDetails(billing, caller, body) }));
  mount(readInvoicePdf, ({ caller, params, signal }) => printInvoice(billing, caller, params.invoiceId, signal));
  mount(readInvoiceUbl, ({ caller, params }) => exportInvoice(billing, caller, params.invoiceId));
}
