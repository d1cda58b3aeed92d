import type { TreeHead, VerifierKey } from '@cairn/ledger-proof';
import { askPeer } from './ask-peer.ts';

/** A server of the same ledger, with the tree that it last signed. */
export type PeerTree = TreeHead & { readonly peer: string; readonly conflict: string | undefined };

/** Why this server could not be compared with a configured one. */
export type UnreachablePeer = { readonly origin: string; readonly error: string };

export type PeerWatch = {
  /**
   * Queries all servers if the previous query was a few seconds ago. Waits for their answers, up to the timeout, only
   * the first time and if `immediately` is set.
   */
  refresh(immediately: boolean): Promise<void>;
  /** True if no server is configured. */
  readonly isEmpty: boolean;
  /** Returns the last answer of each server. */
  trees(): readonly PeerTree[];
  /** Returns the servers whose last answer is missing or not signed by the ledger's key. */
  unreachable(): readonly UnreachablePeer[];
};

/** For a ledger with one server. */
export const NO_PEERS: PeerWatch = {
  refresh: async () => undefined,
  isEmpty: true,
  trees: () => [],
  unreachable: () => [],
};

const TIMEOUT_MILLISECONDS = 2000;
const INTERVAL_MILLISECONDS = 3000;

type Standing = { readonly tree?: PeerTree | undefined; readonly problem?: string | undefined };

/** Periodically queries the last signed trees of the other servers of the ledger. */
export function createPeerWatch(options: {
  readonly peers: readonly string[];
  readonly key: VerifierKey;
  /** The name of this process. Its own answer is ignored. */
  readonly process: string;
  readonly monotonic: () => number;
  readonly signal: AbortSignal;
  /** Called when a server could not be reached, once until the reason changes. */
  readonly onProblem?: (problem: UnreachablePeer) => void;
  readonly timeoutMilliseconds?: number;
}): PeerWatch {
  const { peers, key, monotonic, signal, timeoutMilliseconds = TIMEOUT_MILLISECONDS } = options;
  const standings = new Map<string, Standing>();
  let askedAt: number | undefined;
  let asking: Promise<unknown> | undefined;

  async function ask(peer: string): Promise<void> {
    const answer = await askPeer(peer, key, { timeoutMilliseconds, signal });
    if (signal.aborted) return;
    const before = standings.get(peer);
    if ('problem' in answer) {
      // The tree of an earlier answer still binds its signer.
      standings.set(peer, { tree: before?.tree, problem: answer.problem });
      if (before?.problem !== answer.problem) options.onProblem?.({ origin: peer, error: answer.problem });
      return;
    }
    const isThisProcess = answer.process === options.process;
    standings.set(peer, isThisProcess ? {} : { tree: { ...answer, peer } });
  }

  return {
    isEmpty: peers.length === 0,
    async refresh(immediately) {
      if (peers.length === 0) return;
      const isFirst = askedAt === undefined;
      if (isFirst || immediately || monotonic() - (askedAt ?? 0) >= INTERVAL_MILLISECONDS) {
        askedAt = monotonic();
        // An answer in flight before the lease was taken may be older than the last signature of its holder.
        asking = Promise.all(peers.map(ask));
      }
      if (isFirst || immediately) await asking;
    },
    trees: () => [...standings.values()].flatMap(({ tree }) => (tree === undefined ? [] : [tree])),
    unreachable: () =>
      [...standings].flatMap(([origin, { problem }]) => (problem === undefined ? [] : [{ origin, error: problem }])),
  };
}

/** Returns the largest number of blocks that `trees` cover. Nothing smaller may be signed until it is compared with them. */
export const largestOf = (trees: readonly TreeHead[]): number => Math.max(0, ...trees.map(({ size }) => Number(size)));
