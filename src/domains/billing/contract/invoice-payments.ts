import { z } from 'zod';
import {
  methodNotOffered,
  OfPayment,
  Payment,
  PaymentAnswer,
  PaymentMethod,
  PaymentState,
  SettlingReason,
  StoredCardId,
  settledByChain,
  settlingErrors,
  storedCardNotFound,
  TestCard,
  tooManyPending,
} from '#domains/payments/contract.ts';
import { idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { Dollars, DollarsIn } from './amounts.ts';
import { canAdministerBilling } from './capabilities.ts';
import { InvoiceId, invoiceClosed, invoiceNotFound } from './invoices.ts';

const tag = 'Subscription';
const administered = { may: canAdministerBilling } as const;

/** The most pending payments of one invoice that an account may have. */
export const PENDING_INVOICE_PAYMENTS_MAX = 5;

/** A payment of an invoice, or an entry that reversed one (negative) or restored it. */
export const InvoicePayment = z
  .object({
    payment: Payment,
    paid: Dollars.describe(
      'The part of the invoice that it paid, without the fee of the method. Zero until it completes.',
    ),
    reason: z
      .string()
      .nullable()
      .describe('Why it was closed without money. Reasons that administrators gave are shown to them.'),
    left: Dollars.describe('The rest of a completed payment after all entries that took it back.'),
  })
  .meta({ id: 'InvoicePayment' });
export type InvoicePayment = z.infer<typeof InvoicePayment>;

/** The stored card that is charged for invoices. */
export const BillingCard = z
  .object({ id: StoredCardId, label: z.string().meta({ example: 'Visa ending in 4242' }) })
  .meta({ id: 'BillingCard' });
export type BillingCard = z.infer<typeof BillingCard>;

/** The outcome of charging the stored card. */
export const InvoiceCharge = z
  .object({
    at: Instant,
    outcome: z.enum(['started', 'completed', 'failed', 'dropped']),
    reason: z.string().nullable().describe('Why it was not paid, according to the card provider.'),
  })
  .meta({ id: 'InvoiceCharge' });

const one = z.object({ invoiceId: InvoiceId });

export const payInvoice = route({
  method: 'POST',
  path: '/api/subscription/invoices/{invoiceId}/payments',
  tag,
  summary: 'Pay an invoice',
  description:
    'Opens a payment of what is due on it, with the fee of the method on top. A bank transfer is pending until it is found in a statement by its ' +
    'reference, or confirmed. Any amount beyond what is due becomes credit of the account.',
  access: 'signed in',
  idempotent: true,
  cost: 'heavy',
  params: one,
  body: z.strictObject({
    paymentMethod: PaymentMethod,
    amount: DollarsIn('amount', 100_000_000)
      .optional()
      .describe(
        'The amount that was shown as due, in dollars without the fee. The payment is refused if the amount has changed since.',
      )
      .meta({ example: 155 }),
    fee: z
      .number('fee must be a number of dollars')
      .min(0, 'fee must be 0 or more')
      .max(1_000_000, 'fee must be at most $1,000,000')
      .optional()
      .describe('The fee that was shown, in dollars. The payment is refused if the fee has changed since.')
      .meta({ example: 0 }),
    card: TestCard.optional().describe(
      'For fiat in demo mode: which TEST card pays. Without it the payment completes.',
    ),
  }),
  response: PaymentAnswer,
  errors: [invoiceNotFound, invoiceClosed, methodNotOffered, tooManyPending, idempotencyMismatch, unavailable],
});

export const listInvoicePayments = route({
  method: 'GET',
  path: '/api/subscription/invoices/{invoiceId}/payments',
  tag,
  summary: 'List the payments of an invoice',
  description: 'Newest first. Of one of your own invoices; administrators read all.',
  access: 'signed in',
  params: one,
  response: z.object({
    payments: z.array(InvoicePayment).max(100),
    due: Dollars.describe('The amount left to pay now.'),
    charge: InvoiceCharge.nullable().describe('The latest charge of the stored card for it.'),
  }),
  errors: [invoiceNotFound],
});

export const readBillingCard = route({
  method: 'GET',
  path: '/api/subscription/card',
  tag,
  summary: 'Read which stored card pays your invoices',
  access: 'signed in',
  response: z.object({ card: BillingCard.nullable() }),
});

export const setBillingCard = route({
  method: 'PUT',
  path: '/api/subscription/card',
  tag,
  summary: 'Pay your invoices with a stored card',
  description: 'It is charged when an invoice is issued, and again with each reminder while the invoice is not paid.',
  access: 'signed in',
  body: z.strictObject({ cardId: StoredCardId }),
  response: z.object({ card: BillingCard }),
  errors: [storedCardNotFound, unavailable],
});

export const endBillingCard = route({
  method: 'DELETE',
  path: '/api/subscription/card',
  tag,
  summary: 'Stop paying your invoices with a stored card',
  description: 'Has no effect if no card pays them.',
  access: 'signed in',
  response: z.object({ card: z.null() }),
  errors: [unavailable],
});

export const AdministeredPayment = InvoicePayment.extend({
  invoiceId: InvoiceId,
  number: z.string().nullable().meta({ example: '2026-000001' }),
  username: z.string().nullable(),
}).meta({ id: 'AdministeredInvoicePayment' });

export const listAllInvoicePayments = route({
  method: 'GET',
  path: '/api/subscription/administration/payments',
  tag,
  summary: 'List the payments of all invoices',
  description: 'Newest first.',
  access: administered,
  cost: 'search',
  query: z.strictObject({ status: PaymentState.optional(), page: PageNumber, limit: pageSize(25, 100) }),
  response: z.object({ payments: z.array(AdministeredPayment).max(100), pagination: Pagination }),
});

export const confirmInvoicePayment = route({
  method: 'POST',
  path: '/api/subscription/administration/payments/{paymentId}/confirm',
  tag,
  summary: 'Confirm that a payment of an invoice arrived',
  access: administered,
  params: OfPayment,
  body: z.strictObject({
    amount: DollarsIn('amount', 100_000_000)
      .optional()
      .describe('The amount that arrived, fee included, in dollars, if it differs from what was announced.')
      .meta({ example: 155 }),
  }),
  response: PaymentAnswer,
  errors: [...settlingErrors, settledByChain],
});

export const failInvoicePayment = route({
  method: 'POST',
  path: '/api/subscription/administration/payments/{paymentId}/fail',
  tag,
  summary: 'Close a payment of an invoice that did not arrive',
  access: administered,
  params: OfPayment,
  body: SettlingReason,
  response: PaymentAnswer,
  errors: settlingErrors,
});

export const reverseInvoicePayment = route({
  method: 'POST',
  path: '/api/subscription/administration/payments/{paymentId}/reverse',
  tag,
  summary: 'Take back a completed payment of an invoice',
  description:
    'For money that is gone, or that was confirmed by mistake. An invoice that is no longer paid is open again.',
  access: administered,
  params: OfPayment,
  body: SettlingReason,
  response: PaymentAnswer,
  errors: settlingErrors,
});

export const invoicePaymentRoutes = [
  payInvoice,
  listInvoicePayments,
  readBillingCard,
  setBillingCard,
  endBillingCard,
  listAllInvoicePayments,
  confirmInvoicePayment,
  failInvoicePayment,
  reverseInvoicePayment,
] as const;
