import { z } from 'zod';
import { canAdminister } from '#domains/participants/contract.ts';
import { errorKind, unavailable } from '#platform/contract/errors.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { canReconcile } from './capabilities.ts';
import { Address, Bytes32, CallStep, Code } from './digital-call.ts';
import { Payment, PaymentId, paymentNotFound, transactionRefused } from './payments.ts';

const Receipt = z
  .object({
    txHash: Bytes32,
    network: z.string().meta({ example: 'Base' }),
    payer: Address,
    units: z.string().meta({ example: '123450000' }),
    cents: z.int().nullable(),
    state: z.enum(['seen', 'counted', 'unassigned', 'reversed', 'assigned', 'returned']),
    code: Code,
    confirmations: z.int().min(0).describe('0 if the network did not answer.'),
    isFinal: z.boolean().describe('The network can no longer take it back.'),
  })
  .meta({ id: 'DigitalReceipt' });

/** The progress of a digital payment. */
export const DigitalProgress = z
  .object({
    payment: Payment,
    code: Code.nullable().describe(
      'The result of the newest verification; for a payment that is not pending, the result for the money that it was decided by.',
    ),
    explanation: z.string().nullable().describe('What the code means for the payer.'),
    confirmationsNeeded: z.int(),
    receipts: z.array(Receipt),
    next: CallStep.nullable().describe('The call that pays, while the payment is pending.'),
  })
  .meta({ id: 'DigitalProgress' });
export type DigitalProgress = z.infer<typeof DigitalProgress>;

const named = z.object({ reference: Bytes32 });
const tag = 'Payments';

export const readDigitalPayment = route({
  method: 'GET',
  path: '/api/payments/digital/{reference}',
  tag,
  summary: 'Follow a payment in USDC or ETH',
  description:
    'The reference is in the call that pays: only the payer has it until that call is on the chain, where anyone can read it. ' +
    'The answer names only the wallet, as the chain does.',
  access: 'public',
  params: named,
  response: DigitalProgress,
  errors: [paymentNotFound, unavailable],
});

export const listPendingDigital = route({
  method: 'GET',
  path: '/api/payments/digital',
  tag,
  summary: 'List your pending payments in USDC and ETH',
  access: 'signed in',
  response: z.object({ payments: z.array(DigitalProgress) }),
  errors: [unavailable],
});

export const nameTransaction = route({
  method: 'POST',
  path: '/api/payments/digital/{reference}/transaction',
  tag,
  summary: 'Name the transaction that paid',
  description: 'The transaction is verified now, and again until it is decided.',
  access: 'public',
  params: named,
  body: z.strictObject({ txHash: Bytes32 }),
  response: DigitalProgress,
  errors: [paymentNotFound, transactionRefused, unavailable],
});

export const renewQuote = route({
  method: 'POST',
  path: '/api/payments/digital/{reference}/quote',
  tag,
  summary: 'Renew the price of a payment in ETH',
  description: 'Earlier prices stay valid for transactions of their time.',
  access: 'public',
  params: named,
  body: z.strictObject({}),
  response: DigitalProgress,
  errors: [paymentNotFound, unavailable],
});

export const tooManyPayers = errorKind('payments.too_many_payers', 409, 'Too many wallets');
export const payerNotProven = errorKind('payments.payer_not_proven', 400, 'Signature does not match');

export const challengePayer = route({
  method: 'POST',
  path: '/api/payments/digital/{reference}/payer-challenge',
  tag,
  summary: 'Get the message that proves a wallet',
  description: 'Sign the message with the wallet (EIP-4361). It names this payment and is not valid for another one.',
  access: 'public',
  params: named,
  body: z.strictObject({ address: Address }),
  response: z.object({ message: z.string() }),
  errors: [paymentNotFound, unavailable],
});

export const provePayer = route({
  method: 'POST',
  path: '/api/payments/digital/{reference}/payer',
  tag,
  summary: 'Prove that a wallet pays a payment',
  description: 'Plain transfers from the wallet to the treasury then count for it. Contract wallets sign by EIP-1271.',
  access: 'public',
  cost: 'heavy',
  params: named,
  body: z.strictObject({
    address: Address,
    signature: z
      .string()
      .regex(/^0x([0-9a-fA-F]{2}){1,4096}$/, 'A signature is 0x and hex digits')
      .meta({ example: `0x${'1b'.repeat(65)}` }),
  }),
  response: DigitalProgress,
  errors: [paymentNotFound, payerNotProven, tooManyPayers, unavailable],
});

const Rate = z.object({
  centsPerEth: z.int().min(1).max(1_000_000_000_000).meta({ example: 250_000 }),
  setAt: Instant,
  setBy: z.string().nullable().describe('Null: the sample rate of the demo.'),
});

/** The prices of ETH that may be set, in cents: $10 to $1,000,000. A price beyond them is an error of typing or of its source. */
export const ETH_RATE_CENTS = { min: 1000, max: 100_000_000 } as const;

export const setEthRate = route({
  method: 'POST',
  path: '/api/payments/eth-rate',
  tag,
  summary: 'Set the price of ETH',
  description: 'It is used for 24 hours. Without a fresh price, ETH is not offered.',
  access: { may: canAdminister },
  body: z.strictObject({
    centsPerEth: z.int().min(ETH_RATE_CENTS.min).max(ETH_RATE_CENTS.max).meta({ example: 250_000 }),
  }),
  response: Rate,
});

export const listEthRates = route({
  method: 'GET',
  path: '/api/payments/eth-rate',
  tag,
  summary: 'List the prices of ETH',
  description: 'Newest first. Prices are only ever added.',
  access: { may: canReconcile },
  query: z.strictObject({ limit: pageSize(20, 200) }),
  response: z.object({ rates: z.array(Rate), isFresh: z.boolean() }),
});

export const listUnassigned = route({
  method: 'GET',
  path: '/api/payments/unassigned',
  tag,
  summary: 'List digital money that no rule could assign',
  description:
    'Newest first. It arrived late, outside of its quote, in another currency, or with a reference that no payment has.',
  access: { may: canReconcile },
  query: z.strictObject({ page: PageNumber, limit: pageSize(50, 500) }),
  response: z.object({
    receipts: z.array(
      Receipt.omit({ confirmations: true }).extend({ paymentId: PaymentId.nullable(), explanation: z.string() }),
    ),
    pagination: Pagination,
  }),
});

export const demoFundsExhausted = errorKind('payments.demo_funds_exhausted', 429, 'No more sample funds');
export const demoOnly = errorKind('payments.demo_only', 404, 'Only in the demo');

export const giveDemoFunds = route({
  method: 'POST',
  path: '/api/payments/demo-funds',
  tag,
  summary: 'Get sample funds',
  description: 'Sends sample USDC and gas on the local chain of a demo. They have no value.',
  access: 'public',
  cost: 'heavy',
  body: z.strictObject({ address: Address }),
  response: z.object({ message: z.string(), hashes: z.array(Bytes32) }),
  errors: [demoOnly, demoFundsExhausted, unavailable],
});

const Decoded = z.object({
  contract: z.string().meta({ example: 'Tax router' }),
  name: z.string().meta({ example: 'TaxPaid' }),
  arguments: z.array(z.object({ name: z.string(), value: z.string() })),
});

export const transactionNotFound = errorKind('payments.transaction_not_found', 404, 'Transaction not found');

export const readTransaction = route({
  method: 'GET',
  path: '/api/payments/transactions/{hash}',
  tag,
  summary: 'Read a transaction of the Ethereum network',
  access: 'public',
  params: z.object({ hash: Bytes32 }),
  response: z.object({
    hash: Bytes32,
    network: z.string().meta({ example: 'Base' }),
    chainId: z.int(),
    isLocal: z.boolean(),
    status: z.enum(['pending', 'succeeded', 'failed']),
    from: Address,
    to: Address.nullable(),
    value: z.string().describe('In wei.').meta({ example: '0' }),
    call: Decoded.nullable().describe('The decoded call, if the contract is known.'),
    events: z.array(Decoded),
    block: z
      .object({ number: z.int(), hash: Bytes32, at: Instant })
      .nullable()
      .describe('Null while the transaction waits for a block.'),
    confirmations: z.int(),
    confirmationsNeeded: z.int(),
    gasUsed: z.string().nullable().meta({ example: '62822' }),
  }),
  errors: [transactionNotFound, unavailable],
});
