import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Of every 10 ms that two threads compete for a core, this one gets about 1 ms. */
const NICE = 10;

/**
 * Lets the thread that answers requests run first when there are fewer cores than busy threads. Called by a worker thread
 * with long work. Linux only, which gives each thread its own priority; does nothing elsewhere.
 */
export function yieldToRequests(): void {
  try {
    // A link to "<process>/task/<thread>".
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, NICE);
  } catch {
    // No /proc, or a process that may not change its priorities: the work shares the cores evenly.
  }
}
