import { setTimeout as pause } from 'node:timers/promises';

const POLL_MILLISECONDS = 10;

/** Polls until `look` returns neither false nor undefined, and resolves with that value. Rejects after `seconds`. */
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
