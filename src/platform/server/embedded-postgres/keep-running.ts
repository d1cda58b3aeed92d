import { setTimeout as pause } from 'node:timers/promises';
import type { Postmaster } from './postmaster.ts';

const MINUTE_MS = 60_000;
const MOST_ENDS_PER_MINUTE = 5;
const PAUSE_AFTER_FAILED_START_MS = 1_000;

export type KeepRunning = {
  first: Postmaster;
  /** Restarts it on the same data. Rejects if that fails or when `stopping` is aborted. */
  startAgain: () => Promise<Postmaster>;
  stopping: AbortSignal;
  log: (line: string) => void;
};

/**
 * Restarts the server whenever it exits by itself. Returns when `stopping` is aborted and the process is gone.
 * Throws if it exited more than five times within a minute.
 */
export async function keepRunning({ first, startAgain, stopping, log }: KeepRunning): Promise<void> {
  let ends: number[] = [];
  let running: Postmaster | undefined = first;
  let reason = '';
  for (;;) {
    if (running) reason = await running.exited;
    if (stopping.aborted) return;
    const now = performance.now();
    ends = [...ends.filter((end) => now - end < MINUTE_MS), now];
    if (ends.length > MOST_ENDS_PER_MINUTE) {
      throw new Error(
        `PostgreSQL exited ${ends.length} times within a minute, most recently with ${reason}. Giving up.`,
      );
    }
    log(`PostgreSQL exited unexpectedly (${reason}); restarting it`);
    try {
      running = await startAgain();
      log(`PostgreSQL is running again after ${Math.round(performance.now() - now)} ms (process ${running.pid})`);
    } catch (problem) {
      running = undefined;
      reason = problem instanceof Error ? problem.message : String(problem);
      await pause(PAUSE_AFTER_FAILED_START_MS, undefined, { signal: stopping }).catch(() => {});
    }
  }
}
