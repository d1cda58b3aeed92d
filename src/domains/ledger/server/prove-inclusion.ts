import { formatTlogProof, fromHex, proveInclusionFromTiles, toHex, verifyInclusion } from '@cairn/ledger-proof';
import { blockNotFound, type InclusionProof, noCheckpoint } from '#domains/ledger/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findBlockByIndex } from './blocks.ts';
import type { openCheckpoint } from './log-keys.ts';
import { nodeSha256 } from './seal-blocks.ts';
import { readEntryBundle, tileReader } from './tiles.ts';
import { readBestNote, readCosignedNote } from './witnesses/cosignatures.ts';

type OpenCheckpoint = (note: string) => ReturnType<typeof openCheckpoint>;

/**
 * Proves that block `index` is in the log, against the last checkpoint or the one over `size` blocks. Anyone with the
 * ledger's public key can verify the result.
 */
export async function proveInclusion(
  db: Database,
  open: OpenCheckpoint,
  request: { index: number; size?: number | undefined },
  readNote: (db: Database, size?: number) => ReturnType<typeof readCosignedNote> = readCosignedNote,
): Promise<InclusionProof> {
  const { index, size } = request;
  const [block, checkpoint] = await Promise.all([findBlockByIndex(db, index), readNote(db, size)]);
  if (block === undefined) throw noSuchBlock(index);
  if (checkpoint === undefined || checkpoint.size <= index) throw notCovered(index, size);

  const tree = await open(checkpoint.note);
  const hashes = await proveInclusionFromTiles(BigInt(index), tree.size, tileReader(db), nodeSha256);
  // Wrong tiles would make an honest block look forged.
  const claim = {
    leafHash: fromHex(block.hash),
    index: BigInt(index),
    size: tree.size,
    root: tree.root,
    proof: hashes,
  };
  verifyInclusion(claim, nodeSha256);
  const proof = { index: BigInt(index), hashes, checkpoint: checkpoint.note };
  return {
    index,
    leafHash: block.hash,
    treeSize: checkpoint.size,
    rootHash: toHex(tree.root),
    hashes: hashes.map(toHex),
    checkpoint: checkpoint.note,
    proofFile: formatTlogProof(proof),
  };
}

/** Returns the proof of block `index` as a file that contains the block, so that it can be verified on its own. */
export async function exportProof(db: Database, open: OpenCheckpoint, index: number): Promise<string> {
  const proof = await proveInclusion(db, open, { index }, () => readBestNote(db, index));
  // The last entry of the bundle that ends with the block: the exact bytes that were hashed.
  const bundle = await readEntryBundle(db, BigInt(Math.floor(index / 256)), (index % 256) + 1);
  if (bundle === undefined) throw noSuchBlock(index);
  return formatTlogProof({
    index: BigInt(index),
    hashes: proof.hashes.map(fromHex),
    checkpoint: proof.checkpoint,
    extra: lastEntry(bundle),
  });
}

function lastEntry(bundle: Uint8Array): Uint8Array {
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.length);
  let at = 0;
  for (;;) {
    const length = view.getUint16(at);
    if (at + 2 + length === bundle.length) return bundle.subarray(at + 2);
    at += 2 + length;
  }
}

const noSuchBlock = (index: number) =>
  new AppError(blockNotFound, `There is no block ${index.toLocaleString('en-US')}.`, {
    hint: 'Blocks are numbered from 0. GET /api/chain has their number in `length`.',
  });

const notCovered = (index: number, size: number | undefined) =>
  new AppError(
    noCheckpoint,
    size === undefined
      ? `No checkpoint covers block ${index.toLocaleString('en-US')} yet.`
      : `There is no checkpoint over ${counted(size, 'block')} that covers block ${index.toLocaleString('en-US')}.`,
    { hint: 'A checkpoint is signed about a second after a block is recorded. Try again then.' },
  );
