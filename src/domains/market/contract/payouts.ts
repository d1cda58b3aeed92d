import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { errorKind, idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { hasTwoDecimals } from '#platform/contract/money.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { PublicText } from '#platform/contract/public-text.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { Address, Call, cashOwed, Dollars } from './amounts.ts';
import { canHandleCash } from './capabilities.ts';
import { isIban, plainIban } from './iban.ts';
import { notEnoughCash } from './orders.ts';

const tag = 'Share market';

export const payoutNotFound = errorKind('market.payout_not_found', 404, 'Payout not found');
export const payoutDecided = errorKind('market.payout_decided', 409, 'Payout is already decided');

export const payoutPending = errorKind('market.payout_pending', 409, 'Payout is not settled yet');

export const PayoutState = z
  .enum(['requested', 'sent', 'returned'])
  .describe(
    '`requested`: the cash has left the account and waits for a transfer. `returned`: it is back in the account.',
  )
  .meta({ id: 'PayoutState' });
export type PayoutState = z.infer<typeof PayoutState>;

const PayoutId = z
  .string()
  .regex(/^out_[0-9a-z]{20}$/, 'A payout id is out_ followed by 20 letters or digits')
  .meta({ example: 'out_0123456789abcdefghij' });

export const Payout = Call.extend({
  payoutId: PayoutId,
  amount: Dollars,
  ibanEnd: z.string().describe('The last four characters of the IBAN.').meta({ example: '3000' }),
  status: PayoutState,
  note: z.string().nullable().describe('The bank’s reference of the transfer, or why it was returned.'),
  requestedAt: Instant,
  blockIndex: BlockIndex.describe('The block with which the cash left the account.'),
  decidedAt: Instant.nullable(),
  decidedIndex: BlockIndex.nullable(),
}).meta({ id: 'Payout' });
export type Payout = z.infer<typeof Payout>;

export const PayoutRequest = z.strictObject({
  amount: z
    .number()
    .min(1, 'amount must be at least $1')
    .max(1_000_000, 'amount must be at most $1,000,000')
    .refine(hasTwoDecimals, 'amount is in dollars with at most two decimals')
    .describe('In dollars with at most two decimals.')
    .meta({ example: 120 }),
  iban: z
    .string()
    .max(50)
    .refine(
      (text) => isIban(plainIban(text)),
      'iban is not the number of a bank account: compare it with your statement',
    )
    .describe('The destination account. Stored encrypted; only administrators can read it.')
    .meta({ example: 'GB82 WEST 1234 5698 7654 32' }),
  holder: PublicText(70).describe('The holder of the bank account.').meta({ example: 'Ann Harbor' }),
});

export const requestPayout = route({
  method: 'POST',
  path: '/api/nft/cash/payouts',
  tag,
  summary: 'Have cash paid out',
  description: 'The cash leaves the account immediately. An administrator transfers it, or returns it with a reason.',
  access: 'signed in',
  idempotent: true,
  cost: 'heavy',
  body: PayoutRequest,
  response: Payout,
  errors: [notEnoughCash, cashOwed, idempotencyMismatch, unavailable],
});

export const listPayouts = route({
  method: 'GET',
  path: '/api/nft/cash/payouts',
  tag,
  summary: 'List your payouts of cash',
  description: 'Newest first.',
  access: 'signed in',
  cost: 'search',
  query: z.strictObject({ page: PageNumber, limit: pageSize(25, 100) }),
  response: z.object({ payouts: z.array(Payout).max(100), pagination: Pagination }),
});

export const listAllPayouts = route({
  method: 'GET',
  path: '/api/nft/cash/payouts/all',
  tag,
  summary: 'List the payouts of all accounts',
  description:
    'With the bank accounts to which they are sent. Oldest first while they wait, and otherwise newest first.',
  access: { may: canHandleCash },
  cost: 'search',
  query: z.strictObject({ status: PayoutState.default('requested'), page: PageNumber, limit: pageSize(25, 100) }),
  response: z.object({
    payouts: z
      .array(
        Payout.extend({
          address: Address,
          username: z.string().nullable(),
          iban: z.string().nullable().describe('Null if this server does not have the key that it is encrypted with.'),
          holder: z.string().nullable(),
          owed: Dollars.describe('What the account owes because a deposit was taken back.'),
          obstacle: z
            .string()
            .nullable()
            .describe('Why no money may leave for it: the network has not executed its call, or the records differ.'),
        }),
      )
      .max(100),
    pagination: Pagination,
  }),
});

const one = z.object({ payoutId: PayoutId });
const Note = (max: number, example: string) => z.string().trim().min(1).max(max).meta({ example });

export const sendPayout = route({
  method: 'POST',
  path: '/api/nft/cash/payouts/{payoutId}/send',
  tag,
  summary: 'Record that a payout was sent',
  description:
    'Possible once the network has executed the call that took the cash out. The list names what is in the way.',
  access: { may: canHandleCash },
  params: one,
  body: z.strictObject({
    bankReference: Note(100, 'SEPA 2026-11-23 0042').describe('The bank’s reference of the transfer.'),
  }),
  response: Payout,
  errors: [payoutNotFound, payoutDecided, payoutPending, unavailable],
});

export const returnPayout = route({
  method: 'POST',
  path: '/api/nft/cash/payouts/{payoutId}/return',
  tag,
  summary: 'Return a payout that was not sent',
  description: 'The cash is back in the account.',
  access: { may: canHandleCash },
  params: one,
  body: z.strictObject({ reason: Note(500, 'The bank found no such account.') }),
  response: Payout,
  errors: [payoutNotFound, payoutDecided, unavailable],
});
