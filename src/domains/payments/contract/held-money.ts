import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { errorKind, unavailable } from '#platform/contract/errors.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { canReconcile } from './capabilities.ts';
import { Bytes32 } from './digital-call.ts';
import { heldFilters, heldStates } from './held-words.ts';
import { PaymentId, PaymentMethod, paymentNotFound, paymentSettled, transactionRefused } from './payments.ts';

export const HeldMoney = z
  .object({
    id: z.uuid(),
    method: PaymentMethod,
    cents: z.int().min(1),
    amountFormatted: z.string(),
    arrivedAt: Instant,
    cameFor: PaymentId.nullable().describe('The payment that it came for, which was closed or settled before.'),
    txHash: Bytes32.nullable().describe('The transaction that brought it; null for a card.'),
    explanation: z.string().describe('Why no rule could assign it.'),
    state: z.enum(heldStates),
    subject: z.string().nullable().describe('What it was assigned to, such as the id of a property.'),
    paymentId: PaymentId.nullable().describe('The payment that it became, once it is assigned.'),
    returnHash: Bytes32.nullable(),
    reason: z.string().nullable(),
    decidedBy: z.string().nullable(),
    decidedAt: Instant.nullable(),
    heldBlock: BlockIndex.nullable().describe('The block that put it into suspense.'),
    block: BlockIndex.nullable().describe('The block that took it out.'),
  })
  .meta({ id: 'HeldMoney' });
export type HeldMoney = z.infer<typeof HeldMoney>;

export const heldNotFound = errorKind('payments.held_not_found', 404, 'Held money not found');
export const heldDecided = errorKind('payments.held_decided', 409, 'Already decided');

const tag = 'Payments';
const access = { may: canReconcile } as const;
const params = z.object({ heldId: z.uuid() });
const decided = z.object({ money: HeldMoney });

export const listHeldMoney = route({
  method: 'GET',
  path: '/api/payments/held',
  tag,
  summary: 'List money in suspense that came by card, USDC or ETH',
  description: 'Newest first. It belongs to no pending payment, and is booked as suspense until it is decided.',
  access,
  query: z.strictObject({ show: z.enum(heldFilters).default('open'), page: PageNumber, limit: pageSize(20, 100) }),
  response: z.object({
    money: z.array(HeldMoney),
    openCents: z.int().min(0),
    openFormatted: z.string(),
    pagination: Pagination,
  }),
});

export const assignHeldMoney = route({
  method: 'POST',
  path: '/api/payments/held/{heldId}/assign',
  tag,
  summary: 'Assign money in suspense',
  description:
    'To a pending payment, which it settles, or to a subject, such as a property. More than is owed becomes credit. ' +
    'Repeating the decision changes nothing.',
  access,
  params,
  body: z.union(
    [
      z.strictObject({ paymentId: PaymentId }),
      z.strictObject({
        kind: z.string().min(1).max(40).meta({ example: 'property_tax' }),
        subject: z.string().trim().min(1).max(64).meta({ example: 'HB-00001' }),
      }),
    ],
    'Money is assigned to {"paymentId": …} or to {"kind": …, "subject": …}',
  ),
  response: decided,
  errors: [heldNotFound, heldDecided, paymentNotFound, paymentSettled, unavailable],
});

export const returnHeldMoney = route({
  method: 'POST',
  path: '/api/payments/held/{heldId}/return',
  tag,
  summary: 'Record that money in suspense was returned',
  description:
    'USDC and ETH: with the hash of the transaction, which must send the same amount from the treasury. A card: the provider ' +
    'refunds it. Repeating the decision changes nothing.',
  access,
  params,
  body: z.strictObject({
    reason: z.string().trim().min(1).max(500).meta({ example: 'Sent by mistake' }),
    txHash: Bytes32.optional().describe('Required for USDC and ETH.'),
  }),
  response: decided,
  errors: [heldNotFound, heldDecided, transactionRefused, unavailable],
});
