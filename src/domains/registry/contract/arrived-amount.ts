/** An amount that arrived needs another confirmation from this multiple of the announced amount on, if it is this much more. */
export const ASKED_AGAIN_FACTOR = 10;
export const ASKED_AGAIN_CENTS = 100_000;

/** Reports whether an amount is so far above the announced one that it needs another confirmation, as with a missing comma. Both are in cents. */
export const isAskedAgain = (arrivedCents: number, announcedCents: number): boolean =>
  arrivedCents > ASKED_AGAIN_FACTOR * announcedCents && arrivedCents - announcedCents >= ASKED_AGAIN_CENTS;
