import { z } from 'zod';
import { PaymentAnswer } from '#domains/payments/contract.ts';
import { LookUpBody, SecretLookUpBody } from '#platform/contract/look-up.ts';
import { route } from '#platform/contract/route.ts';
import { BillNumber } from './bill-number.ts';
import { canOpenPortal } from './capabilities.ts';
import { billNotFound } from './taxes.ts';

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
  body: LookUpBody,
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
  body: SecretLookUpBody,
  response,
  errors: [billNotFound],
});

export const paymentLookupRoutes = [lookUpPayment, lookUpBillPayment] as const;
