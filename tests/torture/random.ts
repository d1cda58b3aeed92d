import { seededRandom } from '#platform/server/seeded-random.ts';

export type Random = {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns a whole number below `end`. */
  below(end: number): number;
};

/** Reproducible random numbers from a seed. */
export function createRandom(seed: number): Random {
  const { next } = seededRandom(seed);
  return { next, below: (end) => Math.floor(next() * end) };
}
