import { KEY_CHANGE_ACTION } from '@cairn/ledger-proof';
import { z } from 'zod';
import { declareBlockTypes } from './block-types.ts';

/** The ledger's own blocks: the genesis, and each change of the signing key. */
export const ledgerBlockTypes = declareBlockTypes('ledger', {
  genesis: z.strictObject({
    action: z.literal('genesis'),
    format: z.string(),
    origin: z.string(),
    publicKey: z.string(),
    demo: z.literal(true).optional(),
  }),
  [KEY_CHANGE_ACTION]: z.strictObject({
    action: z.literal(KEY_CHANGE_ACTION),
    previousKey: z.string(),
    publicKey: z.string(),
    signature: z.string(),
  }),
});
