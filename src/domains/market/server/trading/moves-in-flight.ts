import { type Balance, balanceKey, type Posting } from './trading-state.ts';

/** A balance as stored in its row, and the newest block that changed the row. */
export type StoredBalance = Balance & { readonly changedIndex: number };

/**
 * Tracks what in-flight batches move, so that balances that are read meanwhile count each batch once: a row states the block up to which it
 * is current.
 */
export function createMovesInFlight() {
  const inFlight = new Map<object, readonly Posting[]>();
  return {
    /** Returns the balances as the newest batch leaves them. */
    addTo(stored: ReadonlyMap<string, StoredBalance>): Map<string, Balance> {
      const current = new Map<string, Balance>(stored);
      for (const postings of inFlight.values())
        for (const posting of postings) {
          const key = balanceKey(posting.account, posting.asset);
          const row = stored.get(key);
          if (row !== undefined && posting.blockIndex > row.changedIndex) moveBalance(current, posting);
        }
      return current;
    },
    sent: (batch: object, postings: readonly Posting[]) => void inFlight.set(batch, postings),
    committed: (batch: object) => void inFlight.delete(batch),
    forget: () => inFlight.clear(),
  };
}

/** Applies a movement to balances that are known. */
export function moveBalance(balances: Map<string, Balance>, { account, asset, part, amount }: Posting): void {
  const key = balanceKey(account, asset);
  const known = balances.get(key);
  if (known !== undefined) balances.set(key, { ...known, [part]: known[part] + amount });
}
