import { setTimeout as pause } from 'node:timers/promises';

const POLL_MILLISECONDS = 10;

/** Resolves with the first value that is neither false nor undefined, looking again and again; rejects after `seconds`. */
export async function eventually<Value>(
  what: string,
  look: () => Value | Promise<Value>,
  seconds = 15,
): Promise<Exclude<Value, false | undefined>> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const value = await look();
    if (value !== false && value !== undefined) return value as Exclude<Value, false | undefined>;
    if (performance.now() > deadline) throw new Error(`not within ${seconds} s: ${what}`);
    await pause(POLL_MILLISECONDS);
  }
}
