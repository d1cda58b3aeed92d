import type { TreeHead } from '@cairn/ledger-proof';
import { ProofError, proveConsistencyFromTiles, rootFromTiles, verifyConsistency } from '@cairn/ledger-proof';
import { counted } from '#platform/contract/counted.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { LedgerDamage } from '../report-damage.ts';
import { nodeSha256 } from '../seal-blocks.ts';
import { tileReader } from '../tiles.ts';
import { type ChainFault, show } from '../verification/check-blocks.ts';
import type { Step } from '../verification/follow-chain.ts';
import type { SigningRecord } from '../verification/signing-record.ts';
import { rootOf, sizeOf, type VerifiedPrefix } from '../verification/verified-prefix.ts';
import type { PeerTree, PeerWatch } from './peer-watch.ts';

/** Compares the trees that this server verifies and signs with those that the other servers of the ledger signed. */
export type PeerJudge = {
  /**
   * Reports whether blocks that no checkpoint covers may be signed. False after a start with an old record and such
   * blocks, until another server answers: the tree that it signed may be gone from the database.
   */
  admits(): boolean;
  /**
   * Returns `step`, or a fault if the ledger is not the one of `trees`. The step includes the trees that it passes. A
   * conflict is proven; any other fault ends with its repair.
   */
  compare(
    known: SigningRecord,
    from: VerifiedPrefix,
    step: Step | { readonly fault: ChainFault },
    trees: readonly PeerTree[],
  ): Promise<Step | { readonly fault: ChainFault }>;
};

/** A record whose last block is younger was in use until recently. */
const RECORD_AGE_SECONDS_MAX = 60;
/** The maximum delay with which a replica or a failover may show blocks that another server saw. */
const PATIENCE_MILLISECONDS = 5000;

export function createPeerJudge({
  database,
  watch,
  clock,
  monotonic,
}: {
  readonly database: Database;
  readonly watch: PeerWatch;
  readonly clock: Clock;
  readonly monotonic: () => number;
}): PeerJudge {
  let admitted = watch.isEmpty;
  const aheadSince = new Map<string, number>();
  /** The trees that are proven to be part of this one. */
  const agreed = new Map<string, PeerTree>();

  function admit(known: SigningRecord, { head, covered }: Step): boolean {
    const recorded = sizeOf(known.signed);
    const age = clock() / 1000 - known.signed.link.timestamp;
    // The record of a new ledger is empty, and its first server must not wait for a second one.
    const isOld = recorded > 0 && age > RECORD_AGE_SECONDS_MAX;
    return watch.trees().length > 0 || !isOld || head.length <= Math.max(covered, recorded);
  }

  async function compareRoots(
    tree: PeerTree,
    known: SigningRecord,
    from: VerifiedPrefix,
  ): Promise<ChainFault | undefined> {
    for (const own of [from, known.published])
      if (own.range.size === tree.size) return isSameRoot(rootOf(own), tree.root) ? undefined : signedOther(tree);
    // Not published yet, so its tiles are not stored. The next comparison proves it.
    if (tree.size > known.published.range.size) return undefined;
    const root = await readOwnRoot(database, known.published, tree.size);
    if (root === undefined) return notComparable(tree);
    return isSameRoot(root, tree.root) ? undefined : signedOther(tree);
  }

  async function judgeTree(tree: PeerTree, known: SigningRecord, from: VerifiedPrefix, step: Step) {
    if (tree.conflict !== undefined)
      return {
        index: 0,
        message: `The server ${tree.peer} reports a conflict: ${tree.conflict}`,
        conflict: true as const,
      };
    if (tree.size > BigInt(step.head.length)) {
      const since = aheadSince.get(tree.peer) ?? monotonic();
      aheadSince.set(tree.peer, since);
      return monotonic() - since < PATIENCE_MILLISECONDS ? undefined : missing(tree, step.head.length);
    }
    aheadSince.delete(tree.peer);
    // The step has verified a larger tree, or will.
    if (tree.size === 0n || tree.size > from.range.size || isSameTree(agreed.get(tree.peer), tree)) return undefined;
    const fault = await compareRoots(tree, known, from);
    if (fault === undefined && tree.size <= known.published.range.size) agreed.set(tree.peer, tree);
    return fault;
  }

  return {
    admits: () => admitted,
    async compare(known, from, step, trees) {
      if ('fault' in step) return step;
      admitted ||= admit(known, step);
      for (const tree of trees) {
        const fault = await judgeTree(tree, known, from, step);
        if (fault !== undefined) return { fault };
      }
      return step;
    },
  };
}

/** Returns the root over the first `size` blocks of `own`, or undefined if the stored tiles do not lead to its root. */
async function readOwnRoot(db: Database, own: VerifiedPrefix, size: bigint): Promise<Uint8Array | undefined> {
  const read = tileReader(db);
  try {
    const [proof, oldRoot] = [
      await proveConsistencyFromTiles(size, own.range.size, read, nodeSha256),
      await rootFromTiles(size, read, nodeSha256),
    ];
    // The proof leads to both roots, and this server has verified one of them: altered tiles cannot make it accept the
    // other.
    verifyConsistency({ oldSize: size, oldRoot, newSize: own.range.size, newRoot: rootOf(own), proof }, nodeSha256);
    return oldRoot;
  } catch (error) {
    if (error instanceof ProofError || error instanceof LedgerDamage) return undefined;
    throw error;
  }
}

const isSameRoot = (one: Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other);

const isSameTree = (one: TreeHead | undefined, other: TreeHead): boolean =>
  one?.size === other.size && isSameRoot(one.root, other.root);

const signedOther = ({ peer, size }: PeerTree): ChainFault => ({
  index: 0,
  message: `The server ${peer} has signed another tree of ${counted(size, 'block')}: this ledger was rewritten, or forked.`,
  conflict: true,
});

const missing = ({ peer, size }: PeerTree, length: number): ChainFault => ({
  index: length,
  message: `The server ${peer} has signed ${counted(size, 'block')}, and the database holds only ${show(length)}: the end of this ledger is missing.`,
  conflict: true,
});

const notComparable = ({ peer, size }: PeerTree): ChainFault => ({
  index: 0,
  message: `The tree of ${counted(size, 'block')} that the server ${peer} signed cannot be compared with this one, because the stored tiles are damaged. Repair them with cairn rebuild.`,
});
