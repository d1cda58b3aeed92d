/** A source of numbers that a seed determines completely, so that every server makes the same sample data. */
export type Random = {
  /** Returns a number from 0 to below 1. */
  next(): number;
  /** Returns a number from `from` to below `to`. */
  between(from: number, to: number): number;
  /** Reports true with the given probability. */
  chance(probability: number): boolean;
};

/** Returns the numbers of a seed (mulberry32). Not for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    chance: (probability) => next() < probability,
  };
}
