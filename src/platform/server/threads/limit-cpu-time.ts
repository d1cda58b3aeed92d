import type { Worker } from 'node:worker_threads';

export type TimeLimit = {
  /**
   * The processor time that the work may use. Work on a busy machine takes longer, and must not fail because of that.
   */
  readonly cpuSeconds: number;
  /** The time after which work that uses no processor time counts as hanging. */
  readonly wallSeconds: number;
};

/**
 * Calls `onExceeded` with the reason when the thread exceeds a limit, counted from now on. Returns a function that ends
 * the watch.
 */
export function limitCpuTime(
  thread: Worker,
  { cpuSeconds, wallSeconds }: TimeLimit,
  onExceeded: (reason: string) => void,
): () => void {
  let ended = false;
  const began = performance.now();
  const before = cpuSecondsOf(thread);
  const wall = setTimeout(exceed, wallSeconds * 1000, `No answer within ${wallSeconds} s.`).unref();
  // The processor time cannot exceed the elapsed time.
  let check = setTimeout(look, cpuSeconds * 1000).unref();

  async function look(): Promise<void> {
    const [atFirst, now] = await Promise.all([before, cpuSecondsOf(thread)]);
    if (ended) return;
    // Node.js before 24.6 does not measure threads. Then the elapsed time counts.
    const used = atFirst === undefined || now === undefined ? (performance.now() - began) / 1000 : now - atFirst;
    if (used >= cpuSeconds) return exceed(`No answer within ${cpuSeconds} s of processor time.`);
    check = setTimeout(look, Math.max((cpuSeconds - used) * 1000, LOOK_MILLISECONDS_MIN)).unref();
  }

  function exceed(reason: string): void {
    end();
    onExceeded(reason);
  }

  function end(): void {
    ended = true;
    clearTimeout(wall);
    clearTimeout(check);
  }
  return end;
}

const LOOK_MILLISECONDS_MIN = 50;

/** Returns the processor time that a thread has used, or undefined if Node.js cannot measure it. */
async function cpuSecondsOf(thread: Worker): Promise<number | undefined> {
  try {
    const { user, system } = await thread.cpuUsage();
    return (user + system) / 1e6;
  } catch {
    return undefined;
  }
}
