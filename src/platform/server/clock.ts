/** Returns the time in milliseconds since the epoch. Passed in wherever time matters, so that tests can control it. */
export type Clock = () => number;

/** The clocks of two servers may differ by this much. A stored time further ahead comes from a clock that was wrong. */
export const CLOCK_SKEW_MILLISECONDS = 60_000;

export const systemClock: Clock = () => Date.now();
