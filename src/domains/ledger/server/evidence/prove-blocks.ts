import { setImmediate } from 'node:timers/promises';
import {
  type Checkpoint,
  formatProofBundle,
  proveInclusionFromTiles,
  type ReadTile,
  type TlogProof,
} from '@cairn/ledger-proof';
import { noCheckpoint } from '#domains/ledger/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Ledger } from '../open-ledger.ts';
import { LedgerDamage } from '../report-damage.ts';
import { nodeSha256 } from '../seal-blocks.ts';
import { tileReader } from '../tiles.ts';
import { readBestNote } from '../witnesses/cosignatures.ts';
import { readEntriesAt, readIndexesOfKeys } from './asset-blocks.ts';

/** The maximum number of blocks that one file proves, in addition to those that announce a key. */
export const PROVEN_BLOCKS_MAX = 500;

const YIELD_EACH = 5;

/** Blocks with their proofs under one checkpoint. */
export type BlocksProof = {
  readonly checkpoint: Checkpoint;
  /** The signed note with its cosignatures. */
  readonly note: string;
  /** Ascending. Includes the blocks that announced a key, so that a verifier with an old key can follow. */
  readonly proofs: readonly (TlogProof & { readonly extra: Uint8Array })[];
  /** The file, which can be verified on its own. */
  readonly bundle: string;
  /** Requested blocks that no checkpoint covers yet. They are not in the file. */
  readonly unsigned: readonly number[];
};

/**
 * Proves that these blocks are in the log, all under one checkpoint: the newest cosigned one that covers them, or the
 * newest one. Takes 1 to `PROVEN_BLOCKS_MAX` indexes, ascending.
 * @throws AppError `ledger.no_checkpoint` while no checkpoint covers any of them
 * @throws the reason of `signal` if the caller has disconnected
 */
export async function proveBlocks(
  { database, openCheckpoint }: Pick<Ledger, 'database' | 'openCheckpoint'>,
  indexes: readonly number[],
  signal?: AbortSignal,
): Promise<BlocksProof> {
  if (indexes.length === 0 || indexes.length > PROVEN_BLOCKS_MAX)
    throw new RangeError(`A file proves 1 to ${PROVEN_BLOCKS_MAX} blocks`);
  const best = await readBestNote(database, Math.max(...indexes));
  const size = best?.size ?? 0;
  const covered = indexes.filter((index) => index < size);
  if (best === undefined || covered.length === 0) throw notCovered();
  const checkpoint = await openCheckpoint(best.note);
  const all = [...new Set([...covered, ...(await readIndexesOfKeys(database, size))])].toSorted((a, b) => a - b);
  const entries = await readEntriesAt(database, all);
  const read = rememberingReader(database);
  const proofs: BlocksProof['proofs'][number][] = [];
  for (const [n, index] of all.entries()) {
    // A proof takes up to three milliseconds, and 500 of them would delay every other request.
    if (n % YIELD_EACH === 0) await setImmediate();
    signal?.throwIfAborted();
    const extra = entries.get(index);
    if (extra === undefined) throw new LedgerDamage(`Block ${index} is missing, although a checkpoint covers it.`);
    const hashes = await proveInclusionFromTiles(BigInt(index), checkpoint.size, read, nodeSha256);
    proofs.push({ index: BigInt(index), hashes, checkpoint: best.note, extra });
  }
  const unsigned = indexes.filter((index) => index >= size);
  return { checkpoint, note: best.note, proofs, bundle: formatProofBundle(proofs), unsigned };
}

/** Returns the error of blocks that no checkpoint covers yet. */
export const notCovered = () =>
  new AppError(noCheckpoint, 'No checkpoint covers these blocks yet.', {
    hint: 'A checkpoint is signed about a second after a block is recorded. Try again then.',
  });

/** Caches tiles, because the blocks of one asset share most of them. The number of proofs bounds the cache. */
function rememberingReader(database: Database): ReadTile {
  const read = tileReader(database);
  const known = new Map<string, ReturnType<ReadTile>>();
  return (level, index, width) => {
    const address = `${level}/${index}/${width}`;
    const tile = known.get(address) ?? read(level, index, width);
    known.set(address, tile);
    return tile;
  };
}
