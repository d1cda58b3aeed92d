import { noBlocksOfAsset } from '#domains/ledger/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Ledger } from '../open-ledger.ts';
import { type AssetRange, readIndexesOfAsset } from './asset-blocks.ts';
import { type BlocksProof, PROVEN_BLOCKS_MAX, proveBlocks } from './prove-blocks.ts';

/** Proofs of an asset's blocks. `next` is the `after` of the next file, if there are more blocks. */
export type AssetProof = BlocksProof & { readonly indexes: readonly number[]; readonly next: number | undefined };

/** Reading and formatting more would hold the main thread for too long. */
const FILE_BYTES_MAX = 1024 * 1024;

/**
 * Proves the blocks that name this asset, after `after`, as many as fit in one file.
 * @throws AppError `ledger.no_blocks_of_asset`, `ledger.no_checkpoint`
 * @throws the reason of `signal` if the caller has disconnected
 */
export async function proveAsset(
  ledger: Pick<Ledger, 'database' | 'openCheckpoint'>,
  assetId: string,
  after: number | undefined,
  signal?: AbortSignal,
): Promise<AssetProof> {
  const range = { after, max: PROVEN_BLOCKS_MAX, bytesMax: FILE_BYTES_MAX };
  const { indexes, next } = await findAssetBlocks(ledger.database, assetId, range);
  return { ...(await proveBlocks(ledger, indexes, signal)), indexes, next };
}

/**
 * Returns the indexes of an asset's blocks in this range, at least one.
 * @throws AppError `ledger.no_blocks_of_asset`
 */
export async function findAssetBlocks(database: Database, assetId: string, range: AssetRange) {
  const found = await readIndexesOfAsset(database, assetId, range);
  if (found.indexes.length === 0)
    throw new AppError(
      noBlocksOfAsset,
      range.after === undefined ? `No block names the asset ${assetId}.` : 'No further block names this asset.',
      { hint: 'Asset identifiers are case-sensitive. GET /api/assets lists them.' },
    );
  return found;
}
