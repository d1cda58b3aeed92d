import type { Order } from './order.ts';

/** An order's position in the queue of its price. */
type Place = { readonly order: Order; level: Level; before: Place | undefined; after: Place | undefined };
type Level = { readonly price: number; first: Place | undefined; last: Place | undefined };

/**
 * The open orders of one side of a book: the best price first, and at one price the oldest first. Adding costs O(log p) comparisons
 * and a move of up to p levels for p prices, removing any order the same, and the best order nothing.
 */
export class BookSide {
  /** The best price is last, where removing it is cheap. No level is empty. */
  readonly #levels: Level[] = [];
  readonly #places = new Map<number, Place>();
  /** 1 on the side where a lower price is better, that of the sellers; -1 on that of the buyers. */
  readonly #sign: 1 | -1;

  constructor(side: Order['side']) {
    this.#sign = side === 'sell' ? 1 : -1;
  }

  get size(): number {
    return this.#places.size;
  }

  best(): Order | undefined {
    return this.#levels.at(-1)?.first?.order;
  }

  /** Reports whether an order on the other side at `price` matches an order at `resting`. */
  meets(price: number, resting: number): boolean {
    return this.#sign * (price - resting) >= 0;
  }

  /** Adds an order behind all others of its price. */
  add(order: Order): void {
    const level = this.#levelAt(order.price);
    const place: Place = { order, level, before: level.last, after: undefined };
    if (level.last === undefined) level.first = place;
    else level.last.after = place;
    level.last = place;
    this.#places.set(order.orderId, place);
  }

  /** Removes an order. Reports whether it was present. */
  remove({ orderId }: Order): boolean {
    const place = this.#places.get(orderId);
    if (place === undefined) return false;
    this.#places.delete(orderId);
    const { level, before, after } = place;
    if (before === undefined) level.first = after;
    else before.after = after;
    if (after === undefined) level.last = before;
    else after.before = before;
    if (level.first === undefined) this.#levels.splice(this.#positionOf(level.price), 1);
    return true;
  }

  /** Iterates over the orders in the sequence in which they trade. The side must not change meanwhile. */
  *[Symbol.iterator](): Generator<Order> {
    for (let at = this.#levels.length - 1; at >= 0; at--)
      for (let place = this.#levels[at]?.first; place !== undefined; place = place.after) yield place.order;
  }

  #levelAt(price: number): Level {
    const position = this.#positionOf(price);
    const found = this.#levels[position];
    if (found?.price === price) return found;
    const level: Level = { price, first: undefined, last: undefined };
    this.#levels.splice(position, 0, level);
    return level;
  }

  /** Returns the index of a price among the levels, or the index at which to insert it. */
  #positionOf(price: number): number {
    let [low, high] = [0, this.#levels.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#sign * ((this.#levels[middle] as Level).price - price) > 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
