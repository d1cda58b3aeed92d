import { createTreeAccumulator, type LogKeys, type TreeHead } from '@cairn/ledger-proof';
import type pg from 'pg';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readHead } from '../blocks.ts';
import { readCheckpoint, readCheckpointsBetween } from '../checkpoints.ts';
import { openCheckpoint } from '../log-keys.ts';
import { nodeSha256 } from '../seal-blocks.ts';
import { findChangedTable } from '../tables/find-changed-table.ts';
import { type ChainFault, type CheckedRun, GENESIS_LINK, type Link, linkFault, notSigned } from './check-blocks.ts';
import { findFaultAtEnd } from './check-end.ts';
import { extendPrefix, rewritten } from './extend-prefix.ts';
import { EMPTY_PREFIX, sizeOf } from './verified-prefix.ts';

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
 * checkpoint. First checks the tables themselves. `executors` share the runs. Resolves to the first fault, or undefined if there is none. Reports the
 * blocks checked so far; stops with `signal`'s reason between two runs.
 */
export async function validateAll(options: {
  database: Database;
  /** Reads the definitions of the tables, and locates a fault among the checkpoints. */
  client: pg.Client;
  keys: LogKeys;
  /** The newest tree in this server's signing record. Undefined if there is none. */
  recorded: TreeHead | undefined;
  clock: Clock;
  executors: readonly RunExecutor[];
  onProgress: (checked: number, total: number) => void;
  signal: AbortSignal;
}): Promise<ChainFault | undefined> {
  const { database, client, keys, recorded, clock, executors, onProgress, signal } = options;
  const changedTable = await findChangedTable(client);
  if (changedTable !== undefined) return changedTable;
  const [head, last] = await Promise.all([readHead(database), readCheckpoint(database)]);
  const covered = last?.size ?? 0;
  const signed = last === undefined ? undefined : await openCheckpoint(keys, last.note).catch(() => undefined);
  if (last !== undefined && signed?.size !== BigInt(covered)) return notSigned(covered, 0);
  const heads = [signed, recorded].filter((one) => one !== undefined && one.size > 0n) as TreeHead[];
  const total = Math.max(head.length, ...heads.map(({ size }) => Number(size)));

  const merge = createMerge(heads);
  const runs = planRuns(total, heads);
  const failure = await shareOut(runs, executors, signal, (run) => {
    const fault = merge(run);
    onProgress(run.end, total);
    return fault;
  });
  if (failure === 'root') return locateRewrite(options, heads);
  return failure ?? findFaultAtEnd(database, clock, covered, Number(recorded?.size ?? 0));
}

type PlannedRun = { readonly first: number; readonly end: number; readonly keep: 'leaves' | 'root' };

/** Requests leaves only where a signed tree ends within the run, and for a short last run. */
function* planRuns(total: number, heads: readonly TreeHead[]): Generator<PlannedRun> {
  for (let first = 0; first < total; first += RUN_LENGTH) {
    const end = Math.min(first + RUN_LENGTH, total);
    const endsWithin = heads.some(({ size }) => size > BigInt(first) && size < BigInt(end));
    yield { first, end, keep: end - first === RUN_LENGTH && !endsWithin ? 'root' : 'leaves' };
  }
}

/** Returns the function that merges checked runs in order: it links them, and compares the tree with the signed ones. */
function createMerge(heads: readonly TreeHead[]): (run: CheckedRun) => ChainFault | 'root' | undefined {
  const tree = createTreeAccumulator({ sha256: nodeSha256 });
  let before: Link = GENESIS_LINK;
  const rootDiffers = () =>
    heads.some(({ size, root }) => size === tree.size && !Buffer.from(tree.root()).equals(root));
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
  signed: readonly TreeHead[],
): Promise<ChainFault> {
  let prefix = EMPTY_PREFIX;
  let fulfilled = 0n;
  const largest = Math.max(...signed.map(({ size }) => Number(size)));
  while (sizeOf(prefix) < largest) {
    options.signal.throwIfAborted();
    const end = Math.min(sizeOf(prefix) + RUN_LENGTH, largest);
    const notes = await readCheckpointsBetween(options.database, sizeOf(prefix), end);
    const stored = await Promise.all(notes.map(({ note }) => openCheckpoint(options.keys, note)));
    const within = signed.filter(({ size }) => size > prefix.range.size && size <= BigInt(end));
    const heads = [...stored, ...within].toSorted((a, b) => Number(a.size - b.size));
    const extended = await extendPrefix(options.client, prefix, end, heads, fulfilled);
    if ('fault' in extended) return extended.fault;
    ({ prefix, fulfilled } = extended);
  }
  return rewritten(fulfilled, BigInt(largest));
}
