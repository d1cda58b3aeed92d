const LOCKED_BATCHES_MAX = 50;

/**
 * Decides when batches are written behind the head's row lock: after a lost race, at first for one batch, doubling up to 50
 * while races are lost. Two processes that append all the time would otherwise undo each other's batches.
 */
export class LockFallback {
  /** Batches still to be written behind the lock. */
  #locked = 0;
  /** Locked batches after the next lost race; 1 again after 50 batches without one. */
  #next = 1;
  #writtenSinceRace = 0;
  /** The batch before failed on a key that exists already. */
  #keyClashed = false;

  takesLock(): boolean {
    return this.#locked > 0;
  }

  /** A batch was written behind the lock. */
  lockedBatchWritten(): void {
    this.#locked -= 1;
  }

  /** A batch was written without it. */
  batchWritten(): void {
    this.#writtenSinceRace += 1;
    if (this.#writtenSinceRace >= LOCKED_BATCHES_MAX) this.#next = 1;
    this.#keyClashed = false;
  }

  raceLost(): void {
    this.#locked = this.#next;
    this.#next = Math.min(this.#next * 2, LOCKED_BATCHES_MAX);
    this.#writtenSinceRace = 0;
    this.#keyClashed = false;
  }

  /**
   * A row of the batch exists already: usually a repeated request whose key was taken for new. Reading the keys is enough,
   * unless it happens twice in a row.
   */
  keyClashed(): void {
    if (this.#keyClashed) this.raceLost();
    else this.#keyClashed = true;
  }
}
