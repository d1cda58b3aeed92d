/** Returns the time in milliseconds since the epoch. Passed in wherever time matters, so that tests can control it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
