/** What arrived is asked again from this many times the announced amount on, if it is this much more. */
export const ASKED_AGAIN_FACTOR = 10;
export const ASKED_AGAIN_CENTS = 100_000;

/** Reports whether an amount is so much more than was announced that it is asked again: a comma may be missing. Both are in cents. */
export const isAskedAgain = (arrivedCents: number, announcedCents: number): boolean =>
  arrivedCents > ASKED_AGAIN_FACTOR * announcedCents && arrivedCents - announcedCents >= ASKED_AGAIN_CENTS;
