import { z } from 'zod';
import { errorKind, unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { BlockIndexParam, blockNotFound, ledgerDamaged } from './blocks.ts';
import { noCheckpoint } from './proofs.ts';

export const noBlocksOfAsset = errorKind('ledger.no_blocks_of_asset', 404, 'No block names this asset');

/** An asset's identifier as a block states it. The recording domain defines the allowed ones. */
const NamedAsset = z.string().min(1).max(500);

export const downloadAssetProofs = route({
  method: 'GET',
  path: '/api/chain/assets/{assetId}/proof.tlog-proofs',
  tag: 'Ledger',
  summary: 'Download the proofs of the blocks that name an asset',
  description:
    'Concatenated C2SP tlog-proofs under one checkpoint, each with its block. `cairn verify` checks the file ' +
    'offline. A file has at most 500 blocks and about 1 MiB of them. If there are more, the `Link` header points to the next file (`rel="next"`).',
  access: 'public',
  cost: 'heavy',
  params: z.object({ assetId: NamedAsset }),
  query: z.strictObject({ after: BlockIndexParam.optional().describe('Only blocks after this one.') }),
  response: z.string(),
  responseType: 'text/plain; charset=utf-8',
  errors: [noBlocksOfAsset, noCheckpoint, ledgerDamaged],
});

/** The formats of printed evidence. */
export const SheetFormat = z
  .enum(['html', 'pdf'])
  .default('html')
  .describe('A page to read and print, or a PDF with the proof attached.');

export const readBlockEvidence = route({
  method: 'GET',
  path: '/api/chain/blocks/{index}/evidence',
  tag: 'Ledger',
  summary: 'Read the evidence sheet of a block',
  description:
    'The event, the block, the signed checkpoint with its cosignatures, the proof, and how to verify it without this server.',
  access: 'public',
  cost: 'heavy',
  params: z.object({ index: BlockIndexParam }),
  query: z.strictObject({ format: SheetFormat }),
  response: z.string(),
  responseType: 'text/html; charset=utf-8',
  alsoProduces: ['application/pdf'],
  errors: [blockNotFound, noCheckpoint, ledgerDamaged, unavailable],
});

export const readAssetEvidence = route({
  method: 'GET',
  path: '/api/chain/assets/{assetId}/evidence',
  tag: 'Ledger',
  summary: 'Read the evidence sheet of the blocks that name an asset',
  description:
    'A sheet has at most 50 blocks and about 256 KiB of them. If there are more, the `Link` header points to the next sheet (`rel="next"`).',
  access: 'public',
  cost: 'heavy',
  params: z.object({ assetId: NamedAsset }),
  query: z.strictObject({
    format: SheetFormat,
    after: BlockIndexParam.optional().describe('Only blocks after this one.'),
  }),
  response: z.string(),
  responseType: 'text/html; charset=utf-8',
  alsoProduces: ['application/pdf'],
  errors: [noBlocksOfAsset, noCheckpoint, ledgerDamaged, unavailable],
});
