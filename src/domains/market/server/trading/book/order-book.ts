import { BookSide } from './book-side.ts';
import { Expiries } from './expiries.ts';
import type { Fill, Order, Return } from './order.ts';

/** The effects of an arriving order. `returned` includes the part of the order itself that neither traded nor rests. */
export type Placed = { readonly fills: readonly Fill[]; readonly returned: readonly Return[] };

export type Refusal = 'would_trade' | 'cannot_fill_all' | 'meets_too_many';

/** The most orders that one new order may match. Each of its trades is in its block and in a contract call. */
export const MET_MAX = 90;

/**
 * The open orders for shares of one property, and the rules by which they trade: the best price first, then the oldest order, at the
 * price of the resting order. The book is never crossed. An account never trades with itself: its resting order is returned.
 *
 * Pure and deterministic: the caller passes the time, which must not decrease. Moves neither money nor shares.
 */
export class OrderBook {
  readonly #sides = { buy: new BookSide('buy'), sell: new BookSide('sell') };
  readonly #orders = new Map<number, Order>();
  /** The same orders by account. No set is empty. */
  readonly #ofAccount = new Map<string, Set<Order>>();
  readonly #expiries = new Expiries();

  /** Returns why a new order cannot be placed under its terms, or undefined. Changes nothing. Orders expired at `now` must be swept before. */
  refuses(order: Order): Refusal | undefined {
    let wanted = order.shares;
    let met = 0;
    for (const resting of this.#met(order)) {
      met += 1;
      if (met > MET_MAX) return 'meets_too_many';
      if (resting.account === order.account) continue;
      if (order.remainder === 'post') return 'would_trade';
      wanted -= resting.open;
      if (wanted <= 0) return undefined;
    }
    return order.remainder === 'all' ? 'cannot_fill_all' : undefined;
  }

  /** Trades a new order that `refuses` accepts, and keeps the part that may rest. Its id must be new. */
  place(order: Order): Placed {
    const fills: Fill[] = [];
    const returned: Return[] = [];
    const others = this.#other(order);
    for (let resting = others.best(); resting !== undefined && order.open > 0; resting = others.best()) {
      if (!others.meets(order.price, resting.price)) break;
      if (resting.account === order.account) {
        returned.push(this.#close(resting, 'self'));
        continue;
      }
      const shares = Math.min(order.open, resting.open);
      order.open -= shares;
      resting.open -= shares;
      fills.push({ maker: resting, taker: order, shares, price: resting.price });
      if (resting.open === 0) this.#forget(resting);
    }
    if (order.open > 0 && (order.remainder === 'rest' || order.remainder === 'post')) this.restore(order);
    else if (order.open > 0) returned.push(emptied(order, 'canceled'));
    return { fills, returned };
  }

  /** Puts back an order that rested before, behind those of its price: restore the oldest first. */
  restore(order: Order): void {
    this.#orders.set(order.orderId, order);
    const own = this.#ofAccount.get(order.account);
    if (own === undefined) this.#ofAccount.set(order.account, new Set([order]));
    else own.add(order);
    this.#sides[order.side].add(order);
    this.#expiries.add(order);
  }

  get size(): number {
    return this.#orders.size;
  }

  find(orderId: number): Order | undefined {
    return this.#orders.get(orderId);
  }

  /** Returns the open orders of an account, oldest first. */
  ordersOf(account: string): readonly Order[] {
    return [...(this.#ofAccount.get(account) ?? [])];
  }

  /** Takes an open order out of the book. */
  cancel(order: Order): Return {
    return this.#close(order, 'canceled');
  }

  /** Takes out all orders that have expired at `now`. */
  sweep(now: number): Return[] {
    const returned: Return[] = [];
    for (let order = this.#expiries.takeExpired(now); order; order = this.#expiries.takeExpired(now)) {
      this.#remove(order);
      returned.push(emptied(order, 'expired'));
    }
    return returned;
  }

  /** Iterates over the open orders of a side in the sequence in which they trade. */
  orders(side: Order['side']): Iterable<Order> {
    return this.#sides[side];
  }

  #other = ({ side }: Order) => this.#sides[side === 'buy' ? 'sell' : 'buy'];

  *#met(order: Order): Generator<Order> {
    const others = this.#other(order);
    for (const resting of others) {
      if (!others.meets(order.price, resting.price)) return;
      yield resting;
    }
  }

  #close(order: Order, why: Return['why']): Return {
    const left = emptied(order, why);
    this.#forget(order);
    return left;
  }

  /** Drops an order that has nothing open. */
  #forget(order: Order): void {
    this.#remove(order);
    this.#expiries.closed();
  }

  #remove(order: Order): void {
    this.#orders.delete(order.orderId);
    this.#sides[order.side].remove(order);
    const own = this.#ofAccount.get(order.account);
    own?.delete(order);
    if (own?.size === 0) this.#ofAccount.delete(order.account);
  }
}

function emptied(order: Order, why: Return['why']): Return {
  const shares = order.open;
  order.open = 0;
  return { order, shares, why };
}
