/** The time in milliseconds since the epoch. Handed in wherever time decides something, so that tests can say what it is. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
