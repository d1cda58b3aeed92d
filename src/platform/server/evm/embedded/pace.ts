import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a call runs before blocks and other requests of the thread get their turn. */
const SLICE_MILLISECONDS = 10;

/** The message of a call that exceeded its time. */
export const TIME_IS_UP = 'execution aborted: the time for calls is used up';

export class DeadlineExceeded extends Error {}

/** Limits the time of a call, and divides it into slices. */
export type Pace = {
  /** Ends the call if its time is over. Lets others run first if its slice is over. Throws `DeadlineExceeded`. */
  check(): Promise<void>;
  /** Ends the call if its time is over. Throws `DeadlineExceeded`. */
  requireTime(): void;
  /** The milliseconds that the call has used so far, excluding the time in which others ran first. */
  used(): number;
};

/** The fraction of waiting time that counts, such as waiting for the database or for a busy processor. */
const WAITING_COUNTS_AS = 1 / 5;

/**
 * Returns the pace of a call that may compute for this many milliseconds. On a busy machine an honest call needs the
 * same computing time as on an idle one, only later. Contracts are untrusted code, so waiting work of the thread runs
 * between two slices of a call. `goFirst` resolves when no work with a higher priority is left.
 */
export function createPace(milliseconds: number, goFirst: () => Promise<void>): Pace {
  const began = { passed: performance.now(), computed: computedNow() };
  let sliceBegan = began.passed;
  const others = { passed: 0, computed: 0 };
  const passed = () => performance.now() - began.passed - others.passed;
  const used = () => Math.max(computedNow() - began.computed - others.computed, passed() * WAITING_COUNTS_AS);
  const requireTime = () => {
    // Reading the processor time takes microseconds, and no call computes for longer than the elapsed time.
    if (passed() > milliseconds && used() > milliseconds) throw new DeadlineExceeded();
  };
  return {
    used,
    requireTime,
    async check() {
      requireTime();
      const from = performance.now();
      if (from - sliceBegan < SLICE_MILLISECONDS) return;
      const computed = computedNow();
      await nextTurn();
      await goFirst();
      sliceBegan = performance.now();
      others.passed += sliceBegan - from;
      others.computed += computedNow() - computed;
    },
  };
}

/** The milliseconds that this thread has computed. */
function computedNow(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
