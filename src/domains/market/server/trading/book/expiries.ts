import type { Order } from './order.ts';

/** Orders by the time they expire, as a binary heap. Drops closed orders over time: at most half of its entries are closed. */
export class Expiries {
  #heap: Order[] = [];
  #closed = 0;

  add(order: Order): void {
    this.#heap.push(order);
    this.#rise(this.#heap.length - 1);
  }

  /** Notes that an added order has closed. */
  closed(): void {
    this.#closed += 1;
    if (this.#closed * 2 <= this.#heap.length) return;
    this.#heap = this.#heap.filter(({ open }) => open > 0);
    this.#closed = 0;
    for (let at = (this.#heap.length >>> 1) - 1; at >= 0; at--) this.#sink(at);
  }

  /** Removes and returns an open order that has expired at `now`, the earliest first. */
  takeExpired(now: number): Order | undefined {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (first.open > 0 && first.expiresAt > now) return undefined;
      const last = this.#heap.pop() as Order;
      if (this.#heap.length > 0) {
        this.#heap[0] = last;
        this.#sink(0);
      }
      if (first.open > 0) return first;
      this.#closed -= 1;
    }
    return undefined;
  }

  #rise(at: number): void {
    for (let child = at; child > 0; ) {
      const parent = (child - 1) >>> 1;
      if (!this.#swapIfLater(parent, child)) return;
      child = parent;
    }
  }

  #sink(at: number): void {
    for (let parent = at; ; ) {
      const left = parent * 2 + 1;
      if (left >= this.#heap.length) return;
      const right = left + 1;
      const child = right < this.#heap.length && this.#at(right) < this.#at(left) ? right : left;
      if (!this.#swapIfLater(parent, child)) return;
      parent = child;
    }
  }

  #swapIfLater(parent: number, child: number): boolean {
    if (this.#at(parent) <= this.#at(child)) return false;
    const [upper, lower] = [this.#heap[parent] as Order, this.#heap[child] as Order];
    this.#heap[parent] = lower;
    this.#heap[child] = upper;
    return true;
  }

  readonly #at = (position: number) => (this.#heap[position] as Order).expiresAt;
}
