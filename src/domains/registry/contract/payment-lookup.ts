import { z } from 'zod';
import { PaymentAnswer } from '#domains/payments/contract.ts';
import { route } from '#platform/contract/route.ts';
import { BillNumber } from './bill-number.ts';
import { canOpenPortal } from './capabilities.ts';
import { billNotFound } from './taxes.ts';

const example = { example: '8c1f0a52e7b94d3688d1a6b0c2f4e597' };
const body = z.strictObject({
  key: z
    .string()
    .regex(/^[!-~]{1,200}$/, 'key must be 1 to 200 printable ASCII characters without spaces')
    .meta(example)
    .describe('The Idempotency-Key of the payment.'),
});
/** The key of a payment without an account identifies its payer, so keys short enough to guess are refused. */
const secretBody = z.strictObject({
  key: z
    .string()
    .regex(
      /^[!-~]{22,200}$/,
      'key must be 22 to 200 printable ASCII characters without spaces: shorter keys can be guessed',
    )
    .meta(example)
    .describe('The Idempotency-Key of the payment, at least 22 characters.'),
});
const response = z.object({
  answer: PaymentAnswer.nullable().describe(
    'The payment as it is now. Null: nothing was recorded, and nothing will be.',
  ),
});
const description =
  'For a payment whose answer was lost. If nothing was recorded with the key, the key is closed: a payment with it that still arrives is ' +
  'refused. So the answer is final, and paying again with a new key pays once.';

export const lookUpPayment = route({
  method: 'POST',
  path: '/api/detroit/payments/look-up',
  tag: 'Property tax',
  summary: 'Look up a payment of your account by its key',
  description,
  access: { may: canOpenPortal },
  body,
  response,
});

export const lookUpBillPayment = route({
  method: 'POST',
  path: '/api/detroit/bills/{billNumber}/payments/look-up',
  tag: 'Property tax',
  summary: 'Look up a payment of a bill by its key',
  description: `${description} For a payment of several bills, by the first of their numbers.`,
  access: 'public',
  params: z.object({ billNumber: BillNumber }),
  body: secretBody,
  response,
  errors: [billNotFound],
});

export const paymentLookupRoutes = [lookUpPayment, lookUpBillPayment] as const;
