import { z } from 'zod';
import { route } from '#platform/contract/route.ts';
import { Block } from './blocks.ts';

/** A key of the ledger, and the sizes of the checkpoints that it signs. */
export const KeyPeriod = z
  .object({
    vkey: z.string(),
    fromSize: z.int().min(0).describe('The smallest checkpoint that this key signs, in blocks.'),
    toSize: z.int().min(0).optional().describe('The largest one; absent for the key of today.'),
    block: Block.describe('The block that announced it: the genesis, or one that the key before it signed.'),
  })
  .meta({ id: 'KeyPeriod' });
export type KeyPeriod = z.infer<typeof KeyPeriod>;

export const listKeys = route({
  method: 'GET',
  path: '/api/chain/keys',
  tag: 'Ledger',
  summary: 'Which key signs which checkpoints',
  description: 'Ascending. Each key after the first was announced by a block that the key before it signed.',
  access: 'public',
  response: z.object({ keys: z.array(KeyPeriod) }),
});
