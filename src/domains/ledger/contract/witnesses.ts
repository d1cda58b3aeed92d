import { z } from 'zod';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { noCheckpoint } from './proofs.ts';

/** What an independent witness says of this ledger: how much of it it has seen grow, without a block changed. */
export const WitnessStanding = z
  .object({
    name: z.string(),
    vkey: z.string().describe('The key that verifies its cosignatures (C2SP vkey).'),
    cosignedSize: z
      .int()
      .min(0)
      .describe('Blocks covered by the last checkpoint that it cosigned; 0 before the first.'),
    cosignedAt: Instant.optional().describe('When it saw that checkpoint, by its own clock.'),
    attemptedAt: Instant.optional().describe('When it was asked last.'),
    error: z.string().optional().describe('Why it did not cosign then.'),
  })
  .meta({ id: 'WitnessStanding' });
export type WitnessStanding = z.infer<typeof WitnessStanding>;

export const listWitnesses = route({
  method: 'GET',
  path: '/api/chain/witnesses',
  tag: 'Ledger',
  summary: 'Who witnesses this ledger, and how far',
  access: 'public',
  response: z.object({ witnesses: z.array(WitnessStanding) }),
});

export const cosignedCheckpoint = route({
  method: 'GET',
  path: '/log/cosigned-checkpoint',
  tag: 'Transparency log',
  summary: 'Read the newest checkpoint that witnesses have cosigned',
  description:
    '`/log/checkpoint` is the newest one, which may be younger than the last answer of a witness. This one is the newest ' +
    'that all the named witnesses have cosigned.',
  access: 'public',
  query: z.strictObject({
    witnesses: z
      .string()
      .max(4000)
      .regex(/^[^ ]+( [^ ]+){0,19}$/, 'witnesses must be 1 to 20 names, separated by single blanks')
      .optional()
      .describe('The names of their keys, separated by blanks. Without it: any one witness.'),
  }),
  response: z.string(),
  responseType: 'text/plain; charset=utf-8',
  errors: [noCheckpoint],
});
