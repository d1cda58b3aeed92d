import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { errorKind } from '#platform/contract/errors.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant, Sha256Hex } from '#platform/contract/scalars.ts';
import { Dollars } from './amounts.ts';
import { InvoiceLine } from './subscription.ts';

const tag = 'Subscription';

export const invoiceNotFound = errorKind('billing.invoice_not_found', 404, 'Invoice not found');
export const invoiceClosed = errorKind('billing.invoice_closed', 409, 'Invoice is closed');

export const InvoiceId = z
  .string()
  .regex(/^inv_[0-9a-z]{20}$/, 'An invoice id is inv_ followed by 20 letters or digits')
  .meta({ id: 'InvoiceId', example: 'inv_0123456789abcdefghij' });

export const InvoiceState = z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']).meta({ id: 'InvoiceState' });
export type InvoiceState = z.infer<typeof InvoiceState>;

/** An invoice or credit note as a row of the billing history. */
export const BillingRecord = z
  .object({
    id: InvoiceId,
    description: z.string().meta({ example: 'Starter, annual' }),
    billingDate: Instant,
    amount: Dollars.describe('With tax. Negative for a credit note.'),
    status: z.enum(['paid', 'pending', 'failed']).describe('Failed: void or uncollectible.'),
    kind: z.enum(['invoice', 'credit_note']),
    state: InvoiceState,
    number: z.string().nullable().describe('Null for a draft.').meta({ example: '2026-000001' }),
    dueDate: Instant.nullable(),
    due: Dollars.describe('The amount left to pay.'),
    paid: Dollars,
    credit: Dollars.describe('The part paid by credit of the account.'),
    credited: Dollars.describe('The part canceled by credit notes.'),
    reason: z.string().nullable(),
    blockIndex: BlockIndex.nullable().describe('The block that states the hash of its document.'),
    sha256: Sha256Hex.nullable().describe('The hash of its canonical document.'),
  })
  .meta({ id: 'BillingRecord' });
export type BillingRecord = z.infer<typeof BillingRecord>;

export const listInvoices = route({
  method: 'GET',
  path: '/api/subscription/billing',
  tag,
  summary: 'List your invoices',
  description: 'Invoices and credit notes, the newest first.',
  access: 'signed in',
  query: z.strictObject({ page: PageNumber, limit: pageSize(25, 100) }),
  response: z.object({ billingHistory: z.array(BillingRecord).max(100), pagination: Pagination }),
});

export const readInvoice = route({
  method: 'GET',
  path: '/api/subscription/invoices/{invoiceId}',
  tag,
  summary: 'Read an invoice',
  description: 'One of your own; administrators read all.',
  access: 'signed in',
  params: z.object({ invoiceId: InvoiceId }),
  response: BillingRecord.extend({ lines: z.array(InvoiceLine).max(100), net: Dollars, tax: Dollars }),
  errors: [invoiceNotFound],
});
