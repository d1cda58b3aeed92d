import { z } from 'zod';
import { route } from '#platform/contract/route.ts';
import { TestCard } from './cards.ts';
import { MethodFees } from './method-fees.ts';
import { LedgerWarning, PaymentMethod } from './payments.ts';

export const PaymentOption = z.object({
  method: PaymentMethod,
  offered: z.boolean(),
  note: z.string().describe('What it costs and how long it takes, or why it is not offered.'),
  fees: MethodFees.optional().describe('What the payer pays on top of the amount. Absent: nothing.'),
  isTest: z.boolean().optional().describe('True for a method of the demo that moves no money.'),
  cards: z
    .array(z.object({ card: TestCard, name: z.string() }))
    .optional()
    .describe('The TEST cards to choose from.'),
  network: z.string().nullable().optional().describe('The Ethereum network of usdc and eth.'),
  isLocal: z.boolean().optional().describe('Whether that network is the local chain of this server.'),
});
export type PaymentOption = z.infer<typeof PaymentOption>;

export const listPaymentMethods = route({
  method: 'GET',
  path: '/api/payments/methods',
  tag: 'Payments',
  summary: 'List the payment methods',
  access: 'public',
  response: z.object({ methods: z.array(PaymentOption), ledgerWarning: LedgerWarning.optional() }),
});
