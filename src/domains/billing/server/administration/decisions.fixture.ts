import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { creditInvoice, type giveUpInvoice, listBillingEvents, type voidInvoice } from '#domains/billing/contract.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount } from '#tests/support/test-server.ts';
import type { InvoiceDocument } from '../documents/invoice-document.ts';
import { createInvoices } from '../payments/invoices.fixture.ts';

const seller = {
  name: 'Kai Records GmbH',
  address: { street: 'Hafenstraße 7', city: 'Hamburg', postalCode: '20457', country: 'DE' },
  taxId: 'DE136695976',
};

/** Starts a demo whose seller is in Germany, and returns the decisions of an administrator there. */
export async function openDecisions() {
  const folder = await mkdtemp(path.join(tmpdir(), 'cairn-seller-'));
  const file = path.join(folder, 'seller.json');
  await writeFile(file, JSON.stringify(seller));
  const server = await startTestServer({
    clock: createTestClock(new Date(Date.now() - 3_600_000).toISOString()),
    environment: { CAIRN_DEMO: 'true', CAIRN_BILLING_SELLER_FILE: file },
  });
  const invoices = createInvoices(server);
  const admin = await server.account('administrator');
  const asAdmin = (key?: string) => ({ as: admin, ...(key === undefined ? {} : { key }) });
  return {
    server,
    invoices,
    admin,
    credit: (invoiceId: string, amount: number, key?: string) =>
      server.call(
        creditInvoice,
        { params: { invoiceId }, body: { amount, reason: 'Agreed by telephone.' } },
        asAdmin(key),
      ),
    decide: (route: typeof voidInvoice | typeof giveUpInvoice, invoiceId: string, key?: string) =>
      server.call(route, { params: { invoiceId }, body: { reason: 'Agreed by telephone.' } }, asAdmin(key)),
    async documentOf(invoiceId: string): Promise<InvoiceDocument> {
      const [row] = await server.database.sql<{ document: InvoiceDocument }>(
        'select document from billing_invoices where invoice_id = $1',
        [invoiceId],
      );
      if (row === undefined) throw new Error(`Invoice ${invoiceId} not found`);
      return row.document;
    },
    eventsOf: async (as: TestAccount) =>
      (await server.call(listBillingEvents, { query: { limit: 50 } }, { as })).body.events.map(({ kind }) => kind),
    /** The amount owed to the tax office, in cents; a credit in the books. */
    taxOwed: async () => 0 - (await invoices.booked('payable:sales_tax')),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}
