import { z } from 'zod';
import { unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { testCards } from './payment-words.ts';
import { methodNotOffered, PaymentAnswer, PaymentId, paymentNotFound, paymentSettled } from './payments.ts';

/** A card of the TEST provider, chosen by its name. No card number is ever sent to the server. */
export const TestCard = z.enum(testCards).meta({ id: 'TestCard', example: 'test_success' });
export type TestCard = z.infer<typeof TestCard>;

const one = z.object({ paymentId: PaymentId });

export const readPayment = route({
  method: 'GET',
  path: '/api/payments/{paymentId}',
  tag: 'Payments',
  summary: 'Read a payment',
  description: 'With what the payer does next while it is pending, and without the payer.',
  access: 'public',
  params: one,
  response: PaymentAnswer,
  errors: [paymentNotFound],
});

export const confirmTestCard = route({
  method: 'POST',
  path: '/api/payments/cards/test/{paymentId}',
  tag: 'Payments',
  summary: 'Confirm a payment by TEST card',
  description: 'In demo mode only: answers the further step that the card `test_needs_step` asks for. No money moves.',
  access: 'public',
  params: one,
  body: z.strictObject({ decision: z.enum(['approve', 'decline']) }),
  response: PaymentAnswer,
  errors: [paymentNotFound, paymentSettled, methodNotOffered, unavailable],
});
