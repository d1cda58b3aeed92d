/** Returns the time in milliseconds since the epoch. Passed in wherever time matters, so that tests can control it. */
export type Clock = () => number;

/**
 * The largest expected difference between the clocks of two servers. A stored time further ahead comes from a wrong
 * clock.
 */
export const CLOCK_SKEW_MILLISECONDS = 60_000;

export const systemClock: Clock = () => Date.now();
