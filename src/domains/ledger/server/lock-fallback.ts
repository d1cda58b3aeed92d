const LOCKED_BATCHES_MAX = 50;
/**
 * Enough for keys that were closed one after the other while a batch waited. A row that always conflicts is a defect.
 */
const CLASHES_MAX = 5;

/**
 * Decides when to fall back to the head's row lock: after a lost race, for one batch, doubling to 50 while races are
 * lost. Otherwise two processes that append continuously would undo each other's batches.
 */
export class LockFallback {
  /** Batches still to be written behind the lock. */
  #locked = 0;
  /** Locked batches after the next lost race; 1 again after 50 batches without one. */
  #next = 1;
  #writtenSinceRace = 0;
  /** Whether the previous batch failed on an existing key. */
  #keyClashed = false;

  takesLock(): boolean {
    return this.#locked > 0;
  }

  /** Batches behind the lock that failed on an existing row, one after the other. */
  #lockedClashes = 0;

  /** Records that a batch was written behind the lock. */
  lockedBatchWritten(): void {
    this.#locked -= 1;
    this.#lockedClashes = 0;
  }

  /**
   * Records that a row of a batch behind the lock already exists: a key that was used or closed after it was read.
   * Returns whether to judge the batch again, so that only the request with that key is refused.
   */
  lockedBatchClashed(): boolean {
    this.#lockedClashes += 1;
    if (this.#lockedClashes < CLASHES_MAX) return true;
    this.#lockedClashes = 0;
    return false;
  }

  /** Records that a batch was written without the lock. */
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
   * Records that a row of the batch already exists: usually a repeated request whose key was assumed to be new. Reading
   * the keys is enough, unless it happens twice in a row.
   */
  keyClashed(): void {
    if (this.#keyClashed) this.raceLost();
    else this.#keyClashed = true;
  }
}
