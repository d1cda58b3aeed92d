import type { FastifyRateLimitOptions, FastifyRateLimitStore } from '@fastify/rate-limit';

type Count = { current: number; readonly began: number };
type Answer = { current: number; ttl: number };

/** Addresses or accounts in memory for each limit. Beyond it, the least recently seen start over. */
const REMEMBERED_MAX = 10_000;

/**
 * Counts requests in windows measured by a monotonic clock. The library's own store uses the wall clock. If that was an
 * hour ahead and is corrected, each client that sent a request in that hour stays refused until the hour has passed.
 */
export class RequestCounts implements FastifyRateLimitStore {
  // The least recently seen first.
  readonly #counts = new Map<string, Count>();

  // The library passes its options, which this does not need.
  // biome-ignore lint/complexity/noUselessConstructor: its parameter is part of the library's type
  constructor(_options?: FastifyRateLimitOptions) {}

  incr(key: string, callback: (error: Error | null, result: Answer) => void, timeWindow: number): void {
    const now = performance.now();
    const known = this.#counts.get(key);
    const count = known === undefined || now - known.began >= timeWindow ? { current: 0, began: now } : known;
    count.current += 1;
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > REMEMBERED_MAX && oldest !== undefined) this.#counts.delete(oldest);
    callback(null, { current: count.current, ttl: timeWindow - (now - count.began) });
  }

  child(): RequestCounts {
    return new RequestCounts();
  }
}
