const LOCKED_BATCHES_MAX = 50;

/**
 * Says when to append behind the lock: after each time that another process was faster, at first for one batch, and for
 * longer while that goes on.
 */
export function createCaution() {
  let batchesLeft = 0;
  let next = 1;
  let calm = 0;
  return {
    asksForLock: () => batchesLeft > 0,
    lockWasUsed(): void {
      batchesLeft -= 1;
    },
    rise(): void {
      batchesLeft = next;
      next = Math.min(next * 2, LOCKED_BATCHES_MAX);
      calm = 0;
    },
    ease(): void {
      calm += 1;
      if (calm >= LOCKED_BATCHES_MAX) next = 1;
    },
  };
}
