import { countedNetwork } from '../http/counted-network.ts';

/** The initial processor time for calls of an address, and the time that it regains each second, in milliseconds. */
const SHARE_MILLISECONDS = 1000;
const REGAINED_PER_SECOND = 100;
/** The time limit of a call after its address has used up its share. Reading a contract takes less than 10 ms. */
const LEAST_MILLISECONDS = 50;
/** The number of addresses in memory. Beyond it, the least recently seen address starts with a full share again. */
const REMEMBERED_MAX = 10_000;

/**
 * Processor time for calls, shared among client addresses: an address that has used up its share still gets short calls
 * answered. Its calls wait only for its own short calls.
 */
export type TimeShares = {
  /** Returns the milliseconds that the next call of a client may take, and whether they are fewer because its share is used up. */
  next(client: string, milliseconds: number): { readonly milliseconds: number; readonly usedUp: boolean };
  /** Deducts the time of a call. */
  take(client: string, milliseconds: number): void;
};

/** Returns the shares, all of them full. `now` is in milliseconds and never decreases. */
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
