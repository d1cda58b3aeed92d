import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Of every 10 ms that a thread competes with another one for a core, it gets about 1 ms. */
const LONG_WORK = 10;
/** It gets about 2.5 ms: a user waits for each of its answers, as with the chain of payments. */
export const AWAITED_WORK = 5;

/**
 * Lets the thread that answers requests run first when there are fewer cores than busy threads. Call it on a worker
 * thread with long work, or with work that a user waits for. Linux only, which gives each thread its own priority; does
 * nothing elsewhere.
 */
export function yieldToRequests(nice = LONG_WORK): void {
  try {
    // A link to "<process>/task/<thread>".
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, nice);
  } catch {
    // No /proc, or a process that may not change its priorities: the work shares the cores evenly.
  }
}
