import { z } from 'zod';
import {
  methodNotOffered,
  OfPayment,
  Payment,
  PaymentAnswer,
  PaymentMethod,
  PaymentState,
  SettlingReason,
  settledByChain,
  settlingErrors,
  TestCard,
  tooManyPending,
  transactionRefused,
  transactionUsed,
} from '#domains/payments/contract.ts';
import { idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { CENTS_MAX, formatCents } from '#platform/contract/money.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { Reason } from '#platform/contract/public-text.ts';
import { route } from '#platform/contract/route.ts';
import { ASKED_AGAIN_CENTS, ASKED_AGAIN_FACTOR } from './arrived-amount.ts';
import { BillNumber } from './bill-number.ts';
import { canOpenPortal, canRunRegistry } from './capabilities.ts';
import { PropertyId, propertyNotFound } from './properties.ts';
import { billNotFound } from './taxes.ts';

const inCents = 'in whole cents, such as 12345 for $123.45';

/** What is paid, in cents. */
export const PaidCents = z
  .int({ error: ({ input }) => (input === undefined ? `amount is required, ${inCents}` : `amount must be ${inCents}`) })
  .min(1, 'amount must be at least 1 cent')
  .max(CENTS_MAX, `amount must be at most ${CENTS_MAX} cents (${formatCents(CENTS_MAX)})`)
  .meta({ example: 12345 });

export const PayRequest = z.strictObject({
  amount: PaidCents.describe('The amount for the bills, in cents. The fee of the method comes on top.'),
  paymentMethod: PaymentMethod,
  txHash: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'A transaction hash is 0x and 64 hex digits')
    .meta({ example: `0x${'4f'.repeat(32)}` })
    .optional()
    .describe('For usdc and eth: the transaction that paid.'),
  fee: z
    .int()
    .min(0)
    .max(CENTS_MAX)
    .meta({ example: 0 })
    .optional()
    .describe('The fee that was shown to the payer, in cents. The payment is refused if the fee has changed.'),
  card: TestCard.optional().describe('For fiat in demo mode: which TEST card pays. Without it the payment completes.'),
});
export type PayRequest = z.infer<typeof PayRequest>;

/** The errors of opening a payment. */
export const opening = [
  methodNotOffered,
  transactionRefused,
  transactionUsed,
  tooManyPending,
  idempotencyMismatch,
  unavailable,
] as const;

export const payProperty = route({
  method: 'POST',
  path: '/api/payments/property/{propertyId}',
  tag: 'Property tax',
  summary: 'Pay tax on a property',
  description:
    'Residents pay for their own property, and for a retired one that theirs replaced; a government account for any. At most what is owed. It pays the oldest bill first, and within ' +
    'a bill fees, then interest, then principal. A bank transfer is pending until it arrives.',
  access: { may: canOpenPortal },
  idempotent: true,
  params: z.object({ propertyId: PropertyId }),
  body: PayRequest,
  response: PaymentAnswer,
  errors: [propertyNotFound, ...opening],
});

export const payBill = route({
  method: 'POST',
  path: '/api/detroit/bills/{billNumber}/payments',
  tag: 'Property tax',
  summary: 'Pay a bill by its number',
  description: 'Anyone who has the number can pay, without an account.',
  access: 'public',
  idempotent: true,
  params: z.object({ billNumber: BillNumber }),
  body: PayRequest,
  response: PaymentAnswer,
  errors: [billNotFound, ...opening],
});

/** The maximum number of payments on a page. */
export const LISTED_PAYMENTS_MAX = 500;

export const listPayments = route({
  method: 'GET',
  path: '/api/detroit/properties/{id}/payments',
  tag: 'Registry',
  summary: 'Read the payments for a property',
  description: 'Newest first, without payers.',
  access: 'public',
  params: z.object({ id: PropertyId }),
  query: z.strictObject({
    status: PaymentState.optional(),
    page: PageNumber,
    limit: pageSize(LISTED_PAYMENTS_MAX, LISTED_PAYMENTS_MAX),
  }),
  response: z.object({ payments: z.array(Payment).max(LISTED_PAYMENTS_MAX), pagination: Pagination }),
  errors: [propertyNotFound],
});

export const listRegistryPayments = route({
  method: 'GET',
  path: '/api/detroit/payments',
  tag: 'Property tax',
  summary: 'List payments of all properties',
  description: 'Newest first.',
  access: { may: canRunRegistry },
  query: z.strictObject({
    status: PaymentState.optional(),
    method: PaymentMethod.optional(),
    page: PageNumber,
    limit: pageSize(50, LISTED_PAYMENTS_MAX),
  }),
  response: z.object({
    payments: z.array(Payment.extend({ propertyId: PropertyId })).max(LISTED_PAYMENTS_MAX),
    pagination: Pagination,
  }),
});

export const confirmPayment = route({
  method: 'POST',
  path: '/api/detroit/payments/{paymentId}/confirm',
  tag: 'Property tax',
  summary: 'Confirm that a payment arrived',
  description:
    'Money counts as paid on the day it arrived: it is allocated as of the end of that day in the city, and penalties and ' +
    'interest charged since then on what it pays are taken back. A line of a bank statement counts on the day it was booked.',
  access: { may: canRunRegistry },
  params: OfPayment,
  body: z.strictObject({
    amount: z
      .int()
      .min(1)
      .max(CENTS_MAX)
      .optional()
      .describe('The amount that arrived, if it differs. More than is owed becomes credit.'),
    amountChecked: z
      .boolean()
      .default(false)
      .describe(
        `True once a person has checked the amount again. One above ${ASKED_AGAIN_FACTOR} times the payment, and at least ` +
          `${formatCents(ASKED_AGAIN_CENTS)} above it, is refused without.`,
      )
      .meta({ example: false }),
    arrivedOn: z.iso
      .date()
      .optional()
      .describe(
        'The day on which the money arrived; today if absent. Not before the payment was opened, and not after today.',
      )
      .meta({ example: '2026-11-05' }),
  }),
  response: PaymentAnswer,
  errors: [...settlingErrors, settledByChain],
});

export const failPayment = route({
  method: 'POST',
  path: '/api/detroit/payments/{paymentId}/fail',
  tag: 'Property tax',
  summary: 'Close a payment that did not arrive',
  access: { may: canRunRegistry },
  params: OfPayment,
  body: SettlingReason,
  response: PaymentAnswer,
  errors: settlingErrors,
});

export const reversePayment = route({
  method: 'POST',
  path: '/api/detroit/payments/{paymentId}/reverse',
  tag: 'Property tax',
  summary: 'Take back a completed payment',
  description:
    'Records a new entry. The payment stays. The amount is taken from the credit of the property first, also from ' +
    'credit that went to properties that replaced it, and the rest of what it paid is open again.',
  access: { may: canRunRegistry },
  params: OfPayment,
  body: SettlingReason,
  response: PaymentAnswer,
  errors: settlingErrors,
});

export const refundPayment = route({
  method: 'POST',
  path: '/api/detroit/payments/{paymentId}/refund',
  tag: 'Property tax',
  summary: 'Refund a completed payment, or a part of it',
  description:
    'A card gets the money back from its provider. For other methods this records that the city paid it out. The amount is taken from the ' +
    'credit of the property first, including credit of other payments and credit that went to properties that replaced it, and the rest of what ' +
    'it paid is open again.',
  access: { may: canRunRegistry },
  idempotent: true,
  params: OfPayment,
  body: z.strictObject({
    amount: z.int().min(1).max(CENTS_MAX).optional().describe('In cents; all that is left of the payment if absent.'),
    reason: Reason(500),
  }),
  response: PaymentAnswer,
  errors: [...settlingErrors, idempotencyMismatch],
});
