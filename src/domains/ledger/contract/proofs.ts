import { z } from 'zod';
import { errorKind } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { Sha256Hex } from '#platform/contract/scalars.ts';
import { BlockIndex, BlockIndexParam, blockNotFound, ledgerDamaged, MAX_INDEX } from './blocks.ts';

export const noCheckpoint = errorKind('ledger.no_checkpoint', 404, 'Not covered by a checkpoint');

/** Everything needed to check one block against a signed checkpoint, without trusting the server. */
export const InclusionProof = z
  .object({
    index: BlockIndex,
    leafHash: Sha256Hex,
    treeSize: z.int().min(1),
    rootHash: Sha256Hex,
    hashes: z.array(Sha256Hex).describe('The audit path, leaf sibling first.'),
    checkpoint: z.string().describe('The signed note over tree size and root.'),
    proofFile: z.string().describe('The same as a `.tlog-proof` file.'),
  })
  .meta({ id: 'InclusionProof' });
export type InclusionProof = z.infer<typeof InclusionProof>;

export const proveInclusion = route({
  method: 'GET',
  path: '/api/chain/blocks/{index}/proof',
  tag: 'Ledger',
  summary: 'Prove that a block is in the log',
  access: 'public',
  params: z.object({ index: BlockIndexParam }),
  query: z.strictObject({
    size: z.coerce
      .number<number>()
      .int()
      .min(1)
      .max(MAX_INDEX)
      .optional()
      .describe('Size of the checkpoint to prove against. Default: the last one.'),
  }),
  response: InclusionProof,
  errors: [blockNotFound, noCheckpoint, ledgerDamaged],
});

export const downloadProof = route({
  method: 'GET',
  path: '/api/chain/blocks/{index}/proof.tlog-proof',
  tag: 'Ledger',
  summary: 'Download the proof of a block as a file',
  description:
    'A C2SP tlog-proof. Its `extra` line contains the block itself, so that the file can be verified on its own.',
  access: 'public',
  params: z.object({ index: BlockIndexParam }),
  response: z.string(),
  responseType: 'text/plain; charset=utf-8',
  errors: [blockNotFound, noCheckpoint, ledgerDamaged],
});

/** Coercion turns a missing value into NaN, so one sentence names both faults. */
const logSize = (name: string) =>
  z.coerce
    .number<number>({ error: `${name} is required, as a number of blocks` })
    .int()
    .min(1)
    .max(MAX_INDEX);

export const proveConsistency = route({
  method: 'GET',
  path: '/api/chain/consistency',
  tag: 'Ledger',
  summary: 'Prove that a later log extends an earlier one',
  access: 'public',
  query: z.strictObject({
    from: logSize('from'),
    to: logSize('to'),
  }),
  response: z.object({
    from: z.int(),
    to: z.int(),
    fromRoot: Sha256Hex,
    toRoot: Sha256Hex,
    hashes: z.array(Sha256Hex),
  }),
  errors: [noCheckpoint, ledgerDamaged],
});
