import { z } from 'zod';
import { route } from '#platform/contract/route.ts';
import { BlockIndex, BlockIndexParam } from './blocks.ts';

/** The most blocks of one request: a page of the chain. */
const BLOCKS_MAX = 500;

export const readCorrections = route({
  method: 'GET',
  path: '/api/chain/corrections',
  tag: 'Ledger',
  summary: 'Read which blocks were corrected',
  description:
    'Blocks never change. A correction is a later block, and this index names it for each corrected block from `from` to `to`.',
  access: 'public',
  query: z.strictObject({ from: BlockIndexParam, to: BlockIndexParam }).superRefine(({ from, to }, context) => {
    if (to < from) context.addIssue({ code: 'custom', path: ['to'], message: 'to must not be before from' });
    else if (to - from >= BLOCKS_MAX)
      context.addIssue({
        code: 'custom',
        path: ['to'],
        message: `to must be less than ${BLOCKS_MAX} blocks after from`,
      });
  }),
  response: z.object({ corrections: z.array(z.object({ blockIndex: BlockIndex, correctedBy: BlockIndex })) }),
});
