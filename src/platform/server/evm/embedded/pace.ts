import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a call runs before blocks and other requests of the thread get their turn. */
const SLICE_MILLISECONDS = 10;

export class DeadlineExceeded extends Error {}

/** Limits the time of a call, and divides it into slices. */
export type Pace = {
  /** Ends the call if its time is over, and lets others go first if its slice is. Throws `DeadlineExceeded`. */
  check(): Promise<void>;
  /** Ends the call if its time is over. Throws `DeadlineExceeded`. */
  requireTime(): void;
  /** The milliseconds that the call took so far, without those in which others went first. */
  used(): number;
};

/**
 * Returns the pace of a call that may take this many milliseconds. Contracts are code of strangers: between two slices of one, whatever
 * waits on the thread is answered, and `goFirst` resolves when nothing with a higher priority is left.
 */
export function createPace(milliseconds: number, goFirst: () => Promise<void>): Pace {
  const began = performance.now();
  let sliceBegan = began;
  let waited = 0;
  const used = () => performance.now() - began - waited;
  const requireTime = () => {
    if (used() > milliseconds) throw new DeadlineExceeded();
  };
  return {
    used,
    requireTime,
    async check() {
      requireTime();
      const from = performance.now();
      if (from - sliceBegan < SLICE_MILLISECONDS) return;
      await nextTurn();
      await goFirst();
      sliceBegan = performance.now();
      waited += sliceBegan - from;
    },
  };
}
