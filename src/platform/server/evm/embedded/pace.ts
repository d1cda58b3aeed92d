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

/** Time on this thread in milliseconds: elapsed, and computed. */
export type ThreadTime = { readonly passed: number; readonly computed: number };

/** Work of the thread that runs before calls. */
export type UrgentWork = {
  /** Resolves once the work in progress is done. */
  pass(): Promise<void>;
  /** Returns the time in which there was some, so far. It never decreases. */
  spent(): ThreadTime;
};

/** The fraction of waiting time that counts, such as waiting for the database or for a busy processor. */
const WAITING_COUNTS_AS = 1 / 5;

/**
 * Returns the pace of a call that may compute for this many milliseconds. On a busy machine an honest call needs the
 * same computing time as on an idle one, only later. Contracts are untrusted code, so waiting work of the thread runs
 * between two slices of a call. Urgent work that runs while the call waits for the database does not count as the call's.
 */
export function createPace(milliseconds: number, urgent: UrgentWork): Pace {
  const began = timeNow();
  let sliceBegan = began.passed;
  let others = subtract(none, urgent.spent());
  /** The time of the call itself. */
  const own = () => subtract(subtract(subtract(timeNow(), began), others), urgent.spent());
  const usedOf = ({ passed, computed }: ThreadTime) => Math.max(computed, passed * WAITING_COUNTS_AS);
  const requireTime = () => {
    // Reading the processor time takes microseconds, and no call computes for longer than the elapsed time.
    if (performance.now() - began.passed <= milliseconds) return;
    const time = own();
    if (time.passed > milliseconds && usedOf(time) > milliseconds) throw new DeadlineExceeded();
  };
  return {
    used: () => usedOf(own()),
    requireTime,
    async check() {
      requireTime();
      if (performance.now() - sliceBegan < SLICE_MILLISECONDS) return;
      const before = subtract(timeNow(), urgent.spent());
      await nextTurn();
      await urgent.pass();
      const after = subtract(timeNow(), urgent.spent());
      others = subtract(others, subtract(before, after));
      sliceBegan = performance.now();
    },
  };
}

const none: ThreadTime = { passed: 0, computed: 0 };

/** For code that nothing runs before. */
export const noUrgentWork: UrgentWork = { pass: async () => undefined, spent: () => none };

/** Returns the time on this thread since an arbitrary moment. */
export function timeNow(): ThreadTime {
  const { user, system } = process.threadCpuUsage();
  return { passed: performance.now(), computed: (user + system) / 1000 };
}

/** Returns the time between two moments, or what is left of a time. */
export const subtract = (time: ThreadTime, other: ThreadTime): ThreadTime => ({
  passed: time.passed - other.passed,
  computed: time.computed - other.computed,
});
