import type { RollAnswer } from './read-roll-worker.ts';

/** Reads a roll in a worker, so that the page stays responsive. Rejects if the worker cannot run. */
export function openRoll(file: File): Promise<RollAnswer> {
  const worker = new Worker(new URL('./read-roll-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<RollAnswer>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<RollAnswer>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error("Couldn't read the file.")));
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
