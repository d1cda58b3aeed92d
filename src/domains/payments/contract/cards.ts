import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { errorKind, unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { testCards } from './payment-words.ts';
import {
  methodNotOffered,
  PaymentAnswer,
  PaymentId,
  payerHeader,
  payerOnly,
  paymentNotFound,
  paymentSettled,
} from './payments.ts';

/** A card of the TEST provider, chosen by its name. No card number is ever sent to the server. */
export const TestCard = z.enum(testCards).meta({ id: 'TestCard', example: 'test_success' });
export type TestCard = z.infer<typeof TestCard>;

const one = z.object({ paymentId: PaymentId });

/** A later entry that took a payment back, or made it count again. */
const LaterEntry = z.object({
  id: PaymentId,
  amount: z.int().describe('In cents; negative if it took something back.'),
  amountFormatted: z.string(),
  timestamp: Instant,
  blockIndex: BlockIndex,
  reason: z.string().nullable().describe('For a government account or an administrator; null for others.'),
});

export const readPayment = route({
  method: 'GET',
  path: '/api/payments/{paymentId}',
  tag: 'Payments',
  summary: 'Read a payment',
  description:
    'With later refunds and disputes. It does not name the payer. The page of a card provider, and the confirmation of a TEST card, ' +
    'are only for the account that opened it, or with the `payerKey` of its opening in the header `Payer-Key`.',
  access: 'public',
  ...payerHeader,
  params: one,
  response: PaymentAnswer.extend({
    subject: z.string().describe('What was paid for, such as the id of a property.'),
    entries: z.array(LaterEntry),
  }),
  errors: [paymentNotFound],
});

export const confirmTestCard = route({
  method: 'POST',
  path: '/api/payments/cards/test/{paymentId}',
  tag: 'Payments',
  summary: 'Confirm a payment by TEST card',
  description:
    'In demo mode only: answers the further step that the card `test_needs_step` asks for. No money moves. Only the ' +
    'account that opened the payment may, or a caller that sends the `payerKey` of its opening in the header `Payer-Key`.',
  access: 'public',
  ...payerHeader,
  params: one,
  body: z.strictObject({ decision: z.enum(['approve', 'decline']) }),
  response: PaymentAnswer,
  errors: [paymentNotFound, payerOnly, paymentSettled, methodNotOffered, unavailable],
});

export const signatureInvalid = errorKind('payments.signature_invalid', 400, 'Signature not valid');

export const receiveStripeEvent = route({
  method: 'POST',
  path: '/api/payments/stripe/webhook',
  tag: 'Payments',
  summary: 'Receive an event of Stripe',
  description:
    'Called by Stripe, which signs the body in the header `Stripe-Signature`. The payment is then read again at Stripe, so events may ' +
    'arrive late, twice or out of order.',
  access: 'public',
  signatureHeader: 'stripe-signature',
  body: z.string().min(1).meta({ example: '{"id":"evt_1","object":"event","type":"payment_intent.succeeded"}' }),
  response: z.object({ received: z.literal(true) }),
  errors: [signatureInvalid, unavailable],
});
