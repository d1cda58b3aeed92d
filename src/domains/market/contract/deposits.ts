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
} from '#domains/payments/contract.ts';
import { errorKind, idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { hasTwoDecimals } from '#platform/contract/money.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Address, Dollars } from './amounts.ts';
import { canHandleCash } from './capabilities.ts';

const tag = 'Share market';

export const depositByCard = errorKind('market.deposit_by_card', 409, 'Decided by the card provider');

/** The most pending deposits that an account may have. */
export const PENDING_DEPOSITS_MAX = 20;

export const DepositRequest = z.strictObject({
  amount: z
    .number()
    .min(1, 'amount must be at least $1')
    .max(1_000_000, 'amount must be at most $1,000,000')
    .refine(hasTwoDecimals, 'amount is in dollars with at most two decimals')
    .describe(
      'The amount that becomes cash to trade with, in dollars with at most two decimals. The fee of the method comes on top.',
    )
    .meta({ example: 250 }),
  paymentMethod: PaymentMethod,
  fee: Dollars.refine(hasTwoDecimals, 'fee is in dollars with at most two decimals')
    .optional()
    .describe('The fee that was shown to the payer, in dollars. The deposit is refused if the fee has changed since.')
    .meta({ example: 0 }),
  card: TestCard.optional().describe('For fiat in demo mode: which TEST card pays. Without it the deposit completes.'),
});
export type DepositRequest = z.infer<typeof DepositRequest>;

const SignedDollars = z.number().describe('Exact to the cent.').meta({ example: 250 });

/** A deposit, or an entry that reversed one (negative) or restored it. */
export const Deposit = z
  .object({
    payment: Payment,
    cash: SignedDollars.describe('What it adds to the cash of the account, without the fee. Zero until it completes.'),
    moved: SignedDollars.describe('The part that has been added to the cash, or taken from it.'),
    left: Dollars.describe('The rest of a completed deposit after all entries that took it back.'),
    reason: z
      .string()
      .nullable()
      .describe('Why it was closed without money. Reasons that administrators gave are shown to them.'),
  })
  .meta({ id: 'Deposit' });
export type Deposit = z.infer<typeof Deposit>;

export const openDeposit = route({
  method: 'POST',
  path: '/api/nft/cash/deposits',
  tag,
  summary: 'Deposit cash to trade with',
  description:
    'Opens a payment. Once its money has arrived, it is added to the cash of the account. A bank transfer is pending until it is confirmed, or ' +
    'found in a bank statement by its reference. If the amount differs from what was announced, the amount that arrived counts.',
  access: 'signed in',
  idempotent: true,
  cost: 'heavy',
  body: DepositRequest,
  response: PaymentAnswer,
  errors: [methodNotOffered, tooManyPending, idempotencyMismatch, unavailable],
});

export const listDeposits = route({
  method: 'GET',
  path: '/api/nft/cash/deposits',
  tag,
  summary: 'List your deposits of cash',
  description: 'Newest first, with the entries that took one back.',
  access: 'signed in',
  cost: 'search',
  query: z.strictObject({ page: PageNumber, limit: pageSize(25, 100) }),
  response: z.object({
    deposits: z.array(Deposit).max(100),
    owed: Dollars.describe(
      'The amount that was taken back and is missing from the cash. Until it is covered, nothing can be bought or paid out.',
    ),
    pagination: Pagination,
  }),
});

export const listAllDeposits = route({
  method: 'GET',
  path: '/api/nft/cash/deposits/all',
  tag,
  summary: 'List the deposits of all accounts',
  description: 'Newest first.',
  access: { may: canHandleCash },
  cost: 'search',
  query: z.strictObject({ status: PaymentState.optional(), page: PageNumber, limit: pageSize(25, 100) }),
  response: z.object({
    deposits: z.array(Deposit.extend({ address: Address, username: z.string().nullable() })).max(100),
    pagination: Pagination,
  }),
});

export const confirmDeposit = route({
  method: 'POST',
  path: '/api/nft/cash/deposits/{paymentId}/confirm',
  tag,
  summary: 'Confirm that a deposit arrived',
  access: { may: canHandleCash },
  params: OfPayment,
  body: z.strictObject({
    amount: z
      .number()
      .min(0.01, 'amount must be at least $0.01')
      .max(2_000_000, 'amount must be at most $2,000,000')
      .refine(hasTwoDecimals, 'amount is in dollars with at most two decimals')
      .optional()
      .describe('The amount that arrived, fee included, in dollars, if it differs from what was announced.')
      .meta({ example: 250 }),
  }),
  response: PaymentAnswer,
  errors: [...settlingErrors, settledByChain],
});

export const failDeposit = route({
  method: 'POST',
  path: '/api/nft/cash/deposits/{paymentId}/fail',
  tag,
  summary: 'Close a deposit that did not arrive',
  access: { may: canHandleCash },
  params: OfPayment,
  body: SettlingReason,
  response: PaymentAnswer,
  errors: settlingErrors,
});

export const giveUpDeposit = route({
  method: 'POST',
  path: '/api/nft/cash/deposits/{paymentId}/give-up',
  tag,
  summary: 'Give up a deposit of yours that has not arrived',
  description:
    'Closes it, so that it no longer counts as pending. Money that arrives for it later is held until the city decides about it.',
  access: 'signed in',
  cost: 'heavy',
  params: OfPayment,
  response: PaymentAnswer,
  errors: [...settlingErrors, depositByCard],
});

export const reverseDeposit = route({
  method: 'POST',
  path: '/api/nft/cash/deposits/{paymentId}/reverse',
  tag,
  summary: 'Take back a completed deposit',
  description:
    'For money that is gone, or that was confirmed by mistake. It is taken from the free cash of the account. The account owes the rest: ' +
    'until that is covered, it cannot buy or be paid out.',
  access: { may: canHandleCash },
  params: OfPayment,
  body: SettlingReason,
  response: PaymentAnswer,
  errors: settlingErrors,
});
