import { z } from 'zod';
import { unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';

/** A measure beside the objective that the dashboard's bar stands for, both in percent. */
const Measure = z.object({
  percent: z.number().min(0).max(100).nullable().describe('Null while there is nothing to measure yet.'),
  objectivePercent: z.number(),
  explanation: z.string(),
});

export const health = route({
  method: 'GET',
  path: '/api/health',
  tag: 'Operations',
  summary: 'Is it ready for work?',
  description: '200 once the server is ready, 503 with the reason before and after.',
  access: 'public',
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
    blockchain_length: z.int(),
    total_participants: z.int(),
    blockGeneration: Measure.describe('The share of recent appends that were durable within their time.'),
    networkSync: Measure.describe('The share of server processes and verifiers that are at the head.'),
    demo: z.boolean(),
    version: z.string(),
    startedAt: z.iso.datetime(),
  }),
  errors: [unavailable],
});
