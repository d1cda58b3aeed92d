import { z } from 'zod';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { ledgerDamaged } from './blocks.ts';
import { noCheckpoint } from './proofs.ts';

/** An independent witness's state: up to which size it has seen this ledger grow without a changed block. */
export const WitnessStanding = z
  .object({
    name: z.string(),
    vkey: z.string().describe('The key that verifies its cosignatures (C2SP vkey).'),
    cosignedSize: z
      .int()
      .min(0)
      .describe('Blocks covered by the last checkpoint that it cosigned; 0 before the first.'),
    cosignedAt: Instant.optional().describe('When it saw that checkpoint, by its own clock.'),
    attemptedAt: Instant.optional().describe('When it was last asked.'),
    error: z.string().optional().describe('Why it did not cosign.'),
  })
  .meta({ id: 'WitnessStanding' });
export type WitnessStanding = z.infer<typeof WitnessStanding>;

export const listWitnesses = route({
  method: 'GET',
  path: '/api/chain/witnesses',
  tag: 'Ledger',
  summary: 'List the witnesses of this ledger',
  access: 'public',
  response: z.object({ witnesses: z.array(WitnessStanding) }),
});

export const cosignedCheckpoint = route({
  method: 'GET',
  path: '/log/cosigned-checkpoint',
  tag: 'Transparency log',
  summary: 'Read the newest checkpoint that witnesses have cosigned',
  description:
    '`/log/checkpoint` is the newest checkpoint, which witnesses may not have cosigned yet. This is the newest ' +
    'that all named witnesses have cosigned.',
  access: 'public',
  query: z.strictObject({
    witnesses: z
      .string()
      .max(4000)
      .regex(/^[^ ]+( [^ ]+){0,19}$/, 'witnesses must be 1 to 20 names, separated by one space')
      .optional()
      .describe('The names of their keys, separated by spaces. Default: any one witness.'),
  }),
  response: z.string(),
  responseType: 'text/plain; charset=utf-8',
  errors: [noCheckpoint, ledgerDamaged],
});
