import { z } from 'zod';
import { unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';

/** A measurement and its objective, both in percent. */
const Measure = z.object({
  percent: z.number().min(0).max(100).nullable().describe('Null until enough is measured.'),
  objectivePercent: z.number(),
  explanation: z.string(),
});

export type Measure = z.infer<typeof Measure>;

export const health = route({
  method: 'GET',
  path: '/api/health',
  tag: 'Operations',
  summary: 'Check whether the server is ready',
  description: 'Returns 200 while the server is ready, and 503 with the reason before and after.',
  access: 'public',
  cost: 'unlimited',
  response: z.object({
    status: z.literal('ok'),
    blockchain_valid: z.boolean().describe('True only in the state `valid`.'),
    blockchain_state: z
      .enum(['valid', 'unknown', 'invalid'])
      .describe('`unknown` while the verifier has not confirmed the chain for more than 30 seconds.'),
    blockchain_conflict: z
      .boolean()
      .optional()
      .describe('True when the chain contradicts what was signed. Signing stops until an operator clears it.'),
    unreachable_peers: z
      .array(z.string())
      .optional()
      .describe('Other servers of this ledger that this one cannot be compared with.'),
    blockchain_length: z.int(),
    total_participants: z.int(),
    blockGeneration: Measure.describe(
      'Share of the last ten minutes of appends that were durable within 100 ms. Null below 20.',
    ),
    networkSync: Measure.describe('Share of server processes and verifiers that have caught up with the head.'),
    demo: z.boolean(),
    billing: z.boolean().describe('Whether this server offers plans and trials.'),
    version: z.string(),
    startedAt: z.iso.datetime(),
  }),
  errors: [unavailable],
});
