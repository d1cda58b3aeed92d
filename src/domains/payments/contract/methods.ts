import { z } from 'zod';
import { route } from '#platform/contract/route.ts';
import { PaymentMethod } from './payments.ts';

export const PaymentOption = z.object({
  method: PaymentMethod,
  offered: z.boolean(),
  note: z.string().describe('What it costs and how long it takes, or why it is not offered.'),
});
export type PaymentOption = z.infer<typeof PaymentOption>;

export const listPaymentMethods = route({
  method: 'GET',
  path: '/api/payments/methods',
  tag: 'Payments',
  summary: 'List the payment methods',
  access: 'public',
  response: z.object({ methods: z.array(PaymentOption) }),
});
