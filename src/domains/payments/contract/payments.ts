import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { errorKind } from '#platform/contract/errors.ts';
import { Instant, Sha256Hex } from '#platform/contract/scalars.ts';
import { CallStep } from './digital-call.ts';
import { paymentMethods } from './payment-words.ts';

/** `usdc` and `eth` are digital currency, `bank` is a bank transfer, `fiat` is a credit card. */
export const PaymentMethod = z.enum(paymentMethods).meta({ id: 'PaymentMethod' });
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const PaymentState = z.enum(['pending', 'completed', 'failed']).meta({ id: 'PaymentState' });
export type PaymentState = z.infer<typeof PaymentState>;

export const PaymentId = z
  .string()
  .regex(/^pay_[0-9a-z]{20}$/, 'A payment id is pay_ and 20 letters and digits')
  .meta({ id: 'PaymentId', example: 'pay_0123456789abcdefghij' });

/** What the payer does next to complete a pending payment. */
export const NextStep = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('transfer'),
      reference: z.string().describe('Transfer the amount with this reference (ISO 11649).'),
      account: z
        .string()
        .nullable()
        .describe('Payee, bank and account; null if not configured on this server.')
        .meta({ example: 'City of Harrow Bay, account 0000 1234' }),
    }),
    z.object({
      kind: z.literal('confirm'),
      path: z.string().describe('The page of this server that asks for the confirmation. TEST: no money moves.'),
    }),
    z.object({
      kind: z.literal('card_page'),
      url: z.url().describe('The page of the card provider that asks for the card.'),
    }),
    CallStep,
  ])
  .meta({ id: 'NextStep' });
export type NextStep = z.infer<typeof NextStep>;

/** A payment without its payer. */
export const Payment = z
  .object({
    id: PaymentId,
    amount: z.int().describe('In cents; negative for a reversal.'),
    amountFormatted: z.string(),
    paymentMethod: PaymentMethod,
    timestamp: Instant.describe('When it was completed or failed, or else when it was opened.'),
    paidOn: z.iso.date().optional().describe('The day on which it counts as paid, if that is before its block.'),
    txHash: z.string().nullable().describe('The hash of the transaction for usdc and eth, else null.'),
    status: PaymentState,
    block: z.object({ index: BlockIndex, hash: Sha256Hex.nullable() }).describe('The block of its newest state.'),
    reference: z.string().nullable().describe('The reference that a bank transfer must state (ISO 11649).'),
    reverses: PaymentId.nullable().describe('The payment that this entry takes back, wholly or in part.'),
    methodFee: z.int().describe('The part of the amount that the payment method cost, in cents.'),
    subjects: z
      .array(
        z.object({
          subject: z.string(),
          cents: z.int().nullable().describe('What was paid for it; null until the money has arrived.'),
          formatted: z.string().nullable(),
        }),
      )
      .describe('Its subjects, such as the ids of properties; once the money has arrived, those that got some of it.'),
    allocation: z.array(
      z.object({
        part: z.enum(['fee', 'interest', 'principal', 'credit', 'method_fee']),
        cents: z.int(),
        formatted: z.string(),
        taxYear: z.string().optional().describe('The year of the tax bill that this paid.').meta({ example: '2026' }),
      }),
    ),
  })
  .meta({ id: 'Payment' });
export type Payment = z.infer<typeof Payment>;

/** The secret of a payer who opened a payment without an account. It is sent in the header `Payer-Key`. */
export const PayerKey = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .meta({ id: 'PayerKey', example: '4f'.repeat(16) });

/** Routes on which a payment's own payer sees more than others. */
export const payerHeader = { secretHeader: 'payer-key' } as const;

/** A warning about the ledger for payers. */
export const LedgerWarning = z
  .string()
  .describe(
    'Only while the ledger has a known fault: payments are recorded, but their blocks are not signed until the fault is cleared.',
  );

/** A payment with what happens next. */
export const PaymentAnswer = z.object({
  payment: Payment,
  message: z.string().describe('What happened, or what to do next, in a sentence.'),
  next: NextStep.nullable().describe('What the payer does next to complete a pending payment.'),
  ledgerWarning: LedgerWarning.optional(),
  payerKey: PayerKey.optional().describe(
    'Only when a payment is opened without an account: confirms it, and reads its next step and its receipt.',
  ),
});
export type PaymentAnswer = z.infer<typeof PaymentAnswer>;

export const paymentNotFound = errorKind('payments.not_found', 404, 'Payment not found');
export const payerOnly = errorKind('payments.payer_only', 403, 'Only for the payer');
export const paymentSettled = errorKind('payments.settled', 409, 'Payment is already settled');
export const tooManyPending = errorKind('payments.too_many_pending', 409, 'Too many pending payments');
export const transactionRefused = errorKind('payments.transaction_refused', 400, 'Transaction cannot pay this');
export const transactionUsed = errorKind('payments.transaction_used', 409, 'Transaction already counts');
export const settledByChain = errorKind('payments.settled_by_chain', 409, 'Payment is settled by the chain');
export const methodNotOffered = errorKind('payments.method_not_offered', 400, 'Payment method not offered');
