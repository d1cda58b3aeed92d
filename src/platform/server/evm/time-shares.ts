import { countedNetwork } from '../http/counted-network.ts';

/** The processor time for calls that an address may use up at first, and what it regains each second, in milliseconds. */
const SHARE_MILLISECONDS = 1000;
const REGAINED_PER_SECOND = 100;
/** What a call may take when its address has used up its share. Reading a contract takes less than 10 ms. */
const LEAST_MILLISECONDS = 50;
/** Addresses remembered. Beyond it, the least recently seen starts with a whole share again. */
const REMEMBERED_MAX = 10_000;

/**
 * Processor time for calls, shared among client addresses: an address that has used up its share still gets short calls answered, and
 * waits for no more than short calls of its own.
 */
export type TimeShares = {
  /** Returns the milliseconds that the next call of a client may take, and whether they are fewer because its share is used up. */
  next(client: string, milliseconds: number): { readonly milliseconds: number; readonly usedUp: boolean };
  /** Counts what a call took. */
  take(client: string, milliseconds: number): void;
};

/** Returns the shares, all of them whole. `now` is in milliseconds and never goes back. */
export function createTimeShares(now: () => number = () => performance.now()): TimeShares {
  // The least recently seen first.
  const shares = new Map<string, { readonly left: number; readonly at: number }>();

  function leftOf(network: string): number {
    const share = shares.get(network);
    if (share === undefined) return SHARE_MILLISECONDS;
    return Math.min(SHARE_MILLISECONDS, share.left + ((now() - share.at) / 1000) * REGAINED_PER_SECOND);
  }

  return {
    next(client, milliseconds) {
      const left = Math.max(LEAST_MILLISECONDS, leftOf(countedNetwork(client)));
      return { milliseconds: Math.min(milliseconds, left), usedUp: left < milliseconds };
    },
    take(client, milliseconds) {
      const network = countedNetwork(client);
      const left = Math.max(0, leftOf(network) - milliseconds);
      shares.delete(network);
      shares.set(network, { left, at: now() });
      const [oldest] = shares.keys();
      if (shares.size > REMEMBERED_MAX && oldest !== undefined) shares.delete(oldest);
    },
  };
}
