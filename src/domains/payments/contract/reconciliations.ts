import { z } from 'zod';
import { pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { canReconcile } from './capabilities.ts';
import { PaymentId } from './payments.ts';

/** A payment and an intent that do not agree. */
export const Finding = z.object({
  kind: z
    .enum(['missing', 'unknown', 'different'])
    .describe(
      '`missing`: the provider does not list it. `unknown`: this server has no such payment. `different`: the amounts differ.',
    ),
  paymentId: PaymentId.nullable(),
  intentId: z.string().nullable().describe('The id at the provider.'),
  ours: z.int().describe('The amount in the books, in cents, after refunds and disputes.'),
  theirs: z.int().describe('What the provider keeps for the city, in cents.'),
});
export type Finding = z.infer<typeof Finding>;

export const listReconciliations = route({
  method: 'GET',
  path: '/api/payments/reconciliations',
  tag: 'Payments',
  summary: 'Read the daily reconciliations of card payments',
  description:
    'Every night the payments of the previous day (UTC) are compared with the list of the card provider. Newest first.',
  access: { may: canReconcile },
  query: z.strictObject({ limit: pageSize(31, 366) }),
  response: z.object({
    reconciliations: z.array(
      z.object({
        day: z.iso.date(),
        provider: z.enum(['test', 'stripe']),
        createdAt: Instant,
        compared: z.int().describe('How many payments and intents were compared.'),
        findings: z.array(Finding),
      }),
    ),
  }),
});
