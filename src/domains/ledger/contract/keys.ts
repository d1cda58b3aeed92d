import { z } from 'zod';
import { route } from '#platform/contract/route.ts';
import { Block, ledgerDamaged } from './blocks.ts';

/** A key of the ledger, and the sizes of the checkpoints that it signs. */
export const KeyPeriod = z
  .object({
    vkey: z.string(),
    fromSize: z.int().min(0).describe('The smallest checkpoint that this key signs, in blocks.'),
    toSize: z.int().min(0).optional().describe('The largest checkpoint that it signs. Absent for the current key.'),
    block: Block.describe('The block that announced it: the genesis, or a block signed by the previous key.'),
  })
  .meta({ id: 'KeyPeriod' });
export type KeyPeriod = z.infer<typeof KeyPeriod>;

export const listKeys = route({
  method: 'GET',
  path: '/api/chain/keys',
  tag: 'Ledger',
  summary: 'List the signing keys',
  description:
    'Each key with the sizes it signs, ascending. Each key after the first was announced by a block that the previous key signed.',
  access: 'public',
  response: z.object({ keys: z.array(KeyPeriod) }),
  errors: [ledgerDamaged],
});
