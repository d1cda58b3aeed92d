/** Shares that came to an account (positive), or left it. */
export type ShareMove = {
  readonly tokenId: number;
  readonly block: number;
  /** Seconds since 1970. */
  readonly at: number;
  readonly shares: number;
  /** Their total cost, or their proceeds without the royalty, in cents. Null: they were not traded here. */
  readonly cents: number | null;
};

/** Shares that an account got together and still has. */
export type Lot = Omit<ShareMove, 'shares'> & { readonly shares: number };

/** Shares of one lot that were sold together. */
export type Disposal = {
  readonly tokenId: number;
  readonly shares: number;
  readonly acquired: { readonly block: number; readonly at: number };
  readonly sold: { readonly block: number; readonly at: number };
  /** In cents. Null: they were not bought here, so their cost is not known. */
  readonly cost: number | null;
  /** In cents, without the royalty. */
  readonly proceeds: number;
};

/** A lot with its position among all moves, which also orders those of one block. */
type Queued = Lot & { readonly turn: number };
type Queue = { lots: Queued[]; outside: Queued[] };

/**
 * Matches the sales of an account with its earlier purchases: first in, first out, for each token. Parts of a lot have parts of its cents, which add
 * up to the cent. Shares that leave without a trade take their lots along, and bring them back.
 */
export class Lots {
  readonly #queues = new Map<number, Queue>();

  #bought = 0;

  /** Applies the next move, in order, and returns the lots it sold. */
  apply(next: ShareMove): Disposal[] {
    const move = { ...next, turn: this.#bought++ };
    const queue = this.#queues.get(move.tokenId) ?? { lots: [], outside: [] };
    this.#queues.set(move.tokenId, queue);
    const { tokenId, block, at, shares, cents } = move;
    if (shares > 0 && cents === null) {
      const back = take(queue.outside, shares);
      const known = back.reduce((sum, one) => sum + one.shares, 0);
      const all = [...queue.lots, ...back, ...(known < shares ? [{ ...move, shares: shares - known }] : [])];
      // Shares bought first are sold first, wherever they were meanwhile.
      queue.lots = all.toSorted((a, b) => a.turn - b.turn);
      return [];
    }
    if (shares > 0) {
      queue.lots.push(move);
      return [];
    }
    const taken = take(queue.lots, -shares);
    if (cents === null) {
      queue.outside.push(...taken);
      return [];
    }
    let [restShares, restCents] = [-shares, cents];
    return taken.map((lot) => {
      const proceeds = partOf(restCents, lot.shares, restShares);
      restShares -= lot.shares;
      restCents -= proceeds;
      const acquired = { block: lot.block, at: lot.at };
      return { tokenId, shares: lot.shares, acquired, sold: { block, at }, cost: lot.cents, proceeds };
    });
  }

  /** Returns the remaining lots of the account by token, the oldest first. */
  open(): ReadonlyMap<number, readonly Lot[]> {
    return new Map(
      [...this.#queues].flatMap(([id, { lots }]) =>
        lots.length > 0 ? [[id, lots.map(({ turn: _, ...lot }) => lot)] as const] : [],
      ),
    );
  }
}

/** Takes shares from the oldest lots, and splits the last of them. Takes fewer if there are no more. */
function take(lots: Queued[], shares: number): Queued[] {
  const taken: Queued[] = [];
  let [left, whole] = [shares, 0];
  for (const lot of lots) {
    if (lot.shares > left) break;
    taken.push(lot);
    left -= lot.shares;
    whole += 1;
  }
  lots.splice(0, whole);
  const [next] = lots;
  if (left > 0 && next !== undefined) {
    const cents = next.cents === null ? null : partOf(next.cents, left, next.shares);
    taken.push({ ...next, shares: left, cents });
    lots[0] = {
      ...next,
      shares: next.shares - left,
      cents: next.cents === null || cents === null ? null : next.cents - cents,
    };
  }
  return taken;
}

/** Returns the part of an amount that some of its shares have, rounded down. The product may exceed 2^53. */
const partOf = (cents: number, shares: number, of: number): number =>
  Number((BigInt(cents) * BigInt(shares)) / BigInt(of));
