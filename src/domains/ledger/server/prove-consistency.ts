import { proveConsistencyFromTiles, rootFromTiles, type TreeHead, toHex, verifyConsistency } from '@cairn/ledger-proof';
import { noCheckpoint } from '#domains/ledger/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readCheckpoint } from './checkpoints.ts';
import { nodeSha256 } from './seal-blocks.ts';
import { tileReader } from './tiles.ts';

/** Proves that the log of `to` blocks extends the log of `from` blocks. Both are at most the last checkpoint's size. */
export async function proveConsistency(
  db: Database,
  open: (note: string) => Promise<TreeHead>,
  { from, to }: { from: number; to: number },
) {
  const last = await readCheckpoint(db);
  if (from > to || last === undefined || to > last.size)
    throw new AppError(noCheckpoint, 'The proof needs 1 ≤ from ≤ to ≤ the size of the last checkpoint.', {
      hint: `The last checkpoint covers ${counted(last?.size ?? 0, 'block')}.`,
    });
  const read = tileReader(db);
  const signed = await open(last.note);
  const [hashes, rest, fromRoot, toRoot] = await Promise.all([
    proveConsistencyFromTiles(BigInt(from), BigInt(to), read, nodeSha256),
    proveConsistencyFromTiles(BigInt(to), signed.size, read, nodeSha256),
    rootFromTiles(BigInt(from), read, nodeSha256),
    rootFromTiles(BigInt(to), read, nodeSha256),
  ]);
  // Wrong tiles would make an honest log look forked.
  const end = { size: BigInt(to), root: toRoot };
  requireExtension({ size: BigInt(from), root: fromRoot }, end, hashes);
  requireExtension(end, signed, rest);
  return { from, to, fromRoot: toHex(fromRoot), toRoot: toHex(toRoot), hashes: hashes.map(toHex) };
}

function requireExtension(earlier: TreeHead, later: TreeHead, proof: readonly Uint8Array[]): void {
  verifyConsistency(
    { oldSize: earlier.size, oldRoot: earlier.root, newSize: later.size, newRoot: later.root, proof },
    nodeSha256,
  );
}
