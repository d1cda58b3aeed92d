import { centsOf } from '#platform/web/dollars.ts';

type Level = { readonly pricePerShare: number; readonly shares: number };

/** A row of the order book. Its position is fixed; without a level it is empty. */
export type BookRow = {
  readonly cents: number;
  /** Zero if the orders at this price left the book while the row was held. */
  readonly shares: number;
  /** Shares at this price and all better ones. */
  readonly depth: number;
};

/**
 * Returns the rows of one side, best price first, always `count` of them. With `held`, the prices that the user is reading, each keeps its row
 * with its current shares, and prices that arrived since then wait.
 */
export function bookRows(
  levels: readonly Level[],
  count: number,
  held?: readonly (number | undefined)[],
): (BookRow | undefined)[] {
  const sharesAt = new Map(levels.map((level) => [centsOf(level.pricePerShare), level.shares]));
  const prices = held ?? [...sharesAt.keys()];
  let depth = 0;
  return Array.from({ length: count }, (_, n) => {
    const cents = prices[n];
    if (cents === undefined) return undefined;
    const shares = sharesAt.get(cents) ?? 0;
    depth += shares;
    return { cents, shares, depth };
  });
}

/** Returns the prices at which the number of shares differs, or which are new. Rows without a level before are new, not changed. */
export function changedPrices(before: readonly (BookRow | undefined)[], after: readonly (BookRow | undefined)[]) {
  const was = new Map(before.flatMap((row) => (row === undefined ? [] : [[row.cents, row.shares]])));
  return new Set(after.flatMap((row) => (row !== undefined && was.get(row.cents) !== row.shares ? [row.cents] : [])));
}
