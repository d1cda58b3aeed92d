import { createTreeAccumulator, type LogKeys, type TreeHead } from '@cairn/ledger-proof';
import type pg from 'pg';
import type { Database } from '#platform/server/database/database.ts';
import { readHead } from '../blocks.ts';
import { readCheckpoint, readCheckpointsBetween } from '../checkpoints.ts';
import { openCheckpoint } from '../log-keys.ts';
import { nodeSha256 } from '../seal-blocks.ts';
import { type ChainFault, type CheckedRun, GENESIS_LINK, type Link, linkFault, notSigned } from './check-blocks.ts';
import { findFaultAtEnd } from './check-end.ts';
import { extendPrefix, rewritten } from './extend-prefix.ts';
import { EMPTY_PREFIX } from './verifier-state.ts';

/** A run is 2^16 blocks, so that its root is a node of the tree. */
const RUN_LEVEL = 16;
const RUN_LENGTH = 1 << RUN_LEVEL;

/** Checks one run on this thread or another. Several may run concurrently. */
export type RunExecutor = (
  first: number,
  end: number,
  keep: 'leaves' | 'root',
) => Promise<CheckedRun | { readonly fault: ChainFault }>;

/**
 * Reads and checks every block stored at the start: hashes, links, copies, and the Merkle root against the last signed
 * checkpoint. `executors` share the runs. Resolves to the first fault, or undefined if there is none. Reports the
 * blocks checked so far; stops with `signal`'s reason between two runs.
 */
export async function validateAll(options: {
  database: Database;
  /** For locating a fault among the checkpoints. Used only if there is one. */
  client: pg.Client;
  keys: LogKeys;
  executors: readonly RunExecutor[];
  onProgress: (checked: number, total: number) => void;
  signal: AbortSignal;
}): Promise<ChainFault | undefined> {
  const { database, keys, executors, onProgress, signal } = options;
  const [head, last] = await Promise.all([readHead(database), readCheckpoint(database)]);
  const total = Math.max(head.length, last?.size ?? 0);
  const signed = last === undefined ? undefined : await openCheckpoint(keys, last.note).catch(() => undefined);
  if (last !== undefined && signed === undefined) return notSigned(last.size, 0);

  const merge = createMerge(signed);
  const runs = planRuns(total, last?.size ?? 0);
  const failure = await shareOut(runs, executors, signal, (run) => {
    const fault = merge(run);
    onProgress(run.end, total);
    return fault;
  });
  if (failure === 'root') return locateRewrite(options, last?.size ?? 0);
  return failure ?? findFaultAtEnd(database, last?.size ?? 0);
}

type PlannedRun = { readonly first: number; readonly end: number; readonly keep: 'leaves' | 'root' };

/** Requests leaves only where the checkpoint's tree ends within the run, and after it. */
function* planRuns(total: number, signed: number): Generator<PlannedRun> {
  for (let first = 0; first < total; first += RUN_LENGTH) {
    const end = Math.min(first + RUN_LENGTH, total);
    yield { first, end, keep: end - first === RUN_LENGTH && end <= signed ? 'root' : 'leaves' };
  }
}

/** Returns the function that merges checked runs in order: it links them, and compares the tree with the signed one. */
function createMerge(signed: TreeHead | undefined): (run: CheckedRun) => ChainFault | 'root' | undefined {
  const tree = createTreeAccumulator({ sha256: nodeSha256 });
  let before: Link = GENESIS_LINK;
  const rootDiffers = () =>
    signed !== undefined && tree.size === signed.size && !Buffer.from(tree.root()).equals(signed.root);
  return (run) => {
    const unlinked = linkFault(run, before);
    if (unlinked !== undefined) return unlinked;
    before = run.last;
    if (run.root !== undefined) {
      tree.append(run.root, RUN_LEVEL);
      if (rootDiffers()) return 'root';
    }
    for (let at = 0; run.leaves !== undefined && at < run.leaves.length; at += 32) {
      tree.append(new Uint8Array(run.leaves.subarray(at, at + 32)));
      if (rootDiffers()) return 'root';
    }
    return undefined;
  };
}

/** Starts and merges runs in order, at most two ahead for each executor, so memory stays bounded. */
async function shareOut(
  runs: Iterable<PlannedRun>,
  executors: readonly RunExecutor[],
  signal: AbortSignal,
  merge: (run: CheckedRun) => ChainFault | 'root' | undefined,
): Promise<ChainFault | 'root' | undefined> {
  const underWay: ReturnType<RunExecutor>[] = [];
  const settleFirst = async () => {
    const outcome = await underWay.shift();
    signal.throwIfAborted();
    return outcome === undefined ? undefined : 'fault' in outcome ? outcome.fault : merge(outcome);
  };
  let turn = 0;
  try {
    for (const run of runs) {
      const executor = executors[turn++ % executors.length];
      if (executor === undefined) throw new Error('Validation needs at least one executor');
      underWay.push(executor(run.first, run.end, run.keep));
      const found = underWay.length > executors.length * 2 ? await settleFirst() : undefined;
      if (found !== undefined) return found;
    }
    while (underWay.length > 0) {
      const found = await settleFirst();
      if (found !== undefined) return found;
    }
    return undefined;
  } finally {
    await Promise.allSettled(underWay);
  }
}

/** Locates the checkpoints between which an intact chain departs from the signed one. */
async function locateRewrite(
  options: { database: Database; client: pg.Client; keys: LogKeys; signal: AbortSignal },
  signedSize: number,
): Promise<ChainFault> {
  let prefix = EMPTY_PREFIX;
  let fulfilled = 0n;
  while (Number(prefix.range.size) < signedSize) {
    options.signal.throwIfAborted();
    const end = Math.min(Number(prefix.range.size) + RUN_LENGTH, signedSize);
    const notes = await readCheckpointsBetween(options.database, Number(prefix.range.size), end);
    const heads = await Promise.all(notes.map(({ note }) => openCheckpoint(options.keys, note)));
    const extended = await extendPrefix(options.client, prefix, end, heads, fulfilled);
    if ('fault' in extended) return extended.fault;
    ({ prefix, fulfilled } = extended);
  }
  return rewritten(fulfilled, BigInt(signedSize));
}
