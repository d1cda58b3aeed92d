import { proveConsistencyFromTiles, rootFromTiles, toHex } from '@cairn/ledger-proof';
import { noCheckpoint } from '#domains/ledger/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readCheckpoint } from './checkpoints.ts';
import { nodeSha256 } from './seal-blocks.ts';
import { tileReader } from './tiles.ts';

/** Proves that the log of `to` blocks extends the log of `from` blocks. Both are at most the last checkpoint's size. */
export async function proveConsistency(db: Database, { from, to }: { from: number; to: number }) {
  const last = await readCheckpoint(db);
  if (from > to || last === undefined || to > last.size)
    throw new AppError(noCheckpoint, 'The proof needs 1 ≤ from ≤ to ≤ the size of the last checkpoint.', {
      hint: `The last checkpoint covers ${last?.size ?? 0} blocks.`,
    });
  const read = tileReader(db);
  const [hashes, fromRoot, toRoot] = await Promise.all([
    proveConsistencyFromTiles(BigInt(from), BigInt(to), read, nodeSha256),
    rootFromTiles(BigInt(from), read, nodeSha256),
    rootFromTiles(BigInt(to), read, nodeSha256),
  ]);
  return { from, to, fromRoot: toHex(fromRoot), toRoot: toHex(toRoot), hashes: hashes.map(toHex) };
}
