import type { LogKeys, TreeHead, VerifierKey } from '@cairn/ledger-proof';
import type pg from 'pg';
import { counted } from '#platform/contract/counted.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readHead } from '../blocks.ts';
import { readCheckpoint } from '../checkpoints.ts';
import { followLogKeys, openCheckpoint } from '../log-keys.ts';
import { largestOf } from '../peers/peer-watch.ts';
import type { Head } from '../seal-blocks.ts';
import type { TileNode } from '../tiles.ts';
import { type ChainFault, notSigned, show } from './check-blocks.ts';
import { findFaultAtEnd } from './check-end.ts';
import { extendPrefix } from './extend-prefix.ts';
import { readSignedHeads } from './signed-heads.ts';
import type { SigningRecord } from './signing-record.ts';
import { endsAtStoredBlock, rootOf, sizeOf, type VerifiedPrefix } from './verified-prefix.ts';

/** Blocks read at a time, which bounds the memory of a step. */
export const RUN_LENGTH_MAX = 16_384;

/** The next blocks, verified. */
export type Step = {
  readonly prefix: VerifiedPrefix;
  /** The keys that sign at each size. */
  readonly keys: LogKeys;
  /** The head of the chain, and the number of blocks that a checkpoint in the database covers. */
  readonly head: Head;
  readonly covered: number;
  /** The index of the first new block, and of the new ones the leaf hashes (32 bytes each) and complete subtrees. */
  readonly first: number;
  readonly leaves: Buffer;
  readonly nodes: readonly TileNode[];
};

type StoredCheckpoint = { readonly size: number; readonly note: string };

/**
 * Verifies the blocks after `from`: up to the last checkpoint, and once that is reached, with `beyond`, up to the head, else
 * up to the largest of `peers`, the trees that other servers signed; at most `RUN_LENGTH_MAX` of them. Returns the first
 * contradiction: with the signing record, with a signed checkpoint or tree, or between head, blocks and copies. Changes nothing.
 */
export async function followChain(
  { database, client, firstKey, clock }: { database: Database; client: pg.Client; firstKey: VerifierKey; clock: Clock },
  known: SigningRecord,
  from: VerifiedPrefix,
  beyond: boolean,
  peers: readonly TreeHead[] = [],
): Promise<Step | { readonly fault: ChainFault }> {
  // The head is read after the checkpoint, so it is never the older of the two.
  const last = await readCheckpoint(database);
  const head = await readHead(database);
  const { length } = head;
  const covered = last?.size ?? 0;
  const endFault = await findFaultAtEnd(database, clock, covered, sizeOf(known.signed));
  if (endFault !== undefined) return { fault: endFault };
  const keys = await followLogKeys(database, firstKey, length);
  if ('fault' in keys) return keys;
  const checkpointFault = await findFaultInCheckpoints(database, known, keys, last);
  if (checkpointFault !== undefined) return { fault: checkpointFault };

  const first = sizeOf(from);
  if (!(await endsAtStoredBlock(database, from))) return { fault: otherThanRecorded(first) };
  const target = first < covered ? covered : beyond ? length : Math.max(first, Math.min(length, largestOf(peers)));
  const end = Math.min(target, first + RUN_LENGTH_MAX);
  const reached = { keys, head, covered, first };
  if (end <= first) return { ...reached, prefix: from, leaves: Buffer.alloc(0), nodes: [] };
  const heads = await readHeads(database, known, keys, first, end);
  if ('fault' in heads) return heads;
  const signed = [...heads, ...within(peers, first, end)].toSorted((a, b) => Number(a.size - b.size));
  const extended = await extendPrefix(client, from, end, signed, from.range.size);
  return 'fault' in extended ? extended : { ...reached, ...extended };
}

/** Checks that the published checkpoint still exists, and that the last one is this ledger's. */
async function findFaultInCheckpoints(
  database: Database,
  known: SigningRecord,
  keys: LogKeys,
  last: StoredCheckpoint | undefined,
): Promise<ChainFault | undefined> {
  const size = sizeOf(known.published);
  const published = size === last?.size ? last : size === 0 ? undefined : await readCheckpoint(database, size);
  if (size > 0 && published === undefined)
    return {
      index: size - 1,
      message: `The checkpoint over ${counted(size, 'block')}, which this server published, is no longer in the database.`,
      conflict: true,
    };
  for (const stored of new Set([published, last])) {
    if (stored === undefined) continue;
    const opened = await openCheckpoint(keys, stored.note).catch(() => undefined);
    if (opened === undefined || opened.size !== BigInt(stored.size)) return notSigned(stored.size, 0);
    if (stored === published && !Buffer.from(rootOf(known.published)).equals(opened.root))
      return otherThanRecorded(size);
  }
  return undefined;
}

/**
 * Reads the trees that the blocks from `first` to `end` must agree with: the checkpoints in the database, and the
 * record.
 */
async function readHeads(
  database: Database,
  known: SigningRecord,
  keys: LogKeys,
  first: number,
  end: number,
): Promise<TreeHead[] | { fault: ChainFault }> {
  const heads = await readSignedHeads(database, keys, first, end, first);
  if ('fault' in heads) return heads;
  const recorded = { size: known.signed.range.size, root: rootOf(known.signed) };
  return [...heads, ...within([recorded], first, end)];
}

const within = (heads: readonly TreeHead[], first: number, end: number): TreeHead[] =>
  heads.filter(({ size }) => size > BigInt(first) && size <= BigInt(end));

const otherThanRecorded = (size: number): ChainFault => ({
  index: size - 1,
  message: `Block ${show(size - 1)} or one before it was rewritten: it is not the one that this server signed.`,
  conflict: true,
});
