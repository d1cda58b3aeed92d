import { noBlocksOfAsset } from '#domains/ledger/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Ledger } from '../open-ledger.ts';
import { readIndexesOfAsset } from './asset-blocks.ts';
import { type BlocksProof, PROVEN_BLOCKS_MAX, proveBlocks } from './prove-blocks.ts';

/** Proofs of an asset's blocks. `next` is the `after` of the next file, if there are more blocks. */
export type AssetProof = BlocksProof & { readonly indexes: readonly number[]; readonly next: number | undefined };

/**
 * Proves up to `max` blocks that name this asset, after `after`.
 * @throws AppError `ledger.no_blocks_of_asset`, `ledger.no_checkpoint`
 */
export async function proveAsset(
  ledger: Pick<Ledger, 'database' | 'openCheckpoint'>,
  assetId: string,
  range: { after?: number | undefined; max?: number } = {},
): Promise<AssetProof> {
  const max = range.max ?? PROVEN_BLOCKS_MAX;
  const found = await readIndexesOfAsset(ledger.database, assetId, { after: range.after, limit: max + 1 });
  if (found.length === 0)
    throw new AppError(
      noBlocksOfAsset,
      range.after === undefined ? `No block names the asset ${assetId}.` : 'No further block names this asset.',
      { hint: 'Asset identifiers are case-sensitive. GET /api/assets lists them.' },
    );
  const indexes = found.slice(0, max);
  return { ...(await proveBlocks(ledger, indexes)), indexes, next: found.length > max ? indexes.at(-1) : undefined };
}
