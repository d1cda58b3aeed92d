import { Worker } from 'node:worker_threads';
import type { ConnectionOptions } from '#platform/server/database/database.ts';
import type { CheckedRun } from './check-blocks.ts';
import type { RunAnswer } from './run-worker.ts';
import type { RunExecutor } from './validate-all.ts';

/**
 * Starts `count` threads that check runs of blocks, each with its own connection. `stop` ends them. A thread that dies
 * fails its pending requests and all later ones.
 */
export function startRunThreads(connection: ConnectionOptions, count: number) {
  const threads = Array.from({ length: count }, () => startThread(connection));
  return {
    executors: threads.map((thread) => thread.check),
    stop: () => Promise.all(threads.map((thread) => thread.stop())),
  };
}

function startThread(connection: ConnectionOptions): { check: RunExecutor; stop: () => Promise<unknown> } {
  const worker = new Worker(new URL('./run-worker.ts', import.meta.url), { workerData: { connection } });
  const asked = new Map<number, { resolve: (answer: RunAnswer) => void; reject: (error: Error) => void }>();
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let nextId = 0;
  let death: Error | undefined;
  const failAll = (error: Error) => {
    death ??= error;
    for (const one of asked.values()) one.reject(error);
    asked.clear();
  };
  worker.on('error', (error) => failAll(error as Error));
  worker.on('exit', () => failAll(new Error('A validation thread ended')));
  worker.on('message', (answer: RunAnswer) => {
    asked.get(answer.id)?.resolve(answer);
    asked.delete(answer.id);
  });
  return {
    async check(first, end, keep) {
      // A dead thread ignores messages without an error.
      if (death !== undefined) throw death;
      const id = nextId++;
      const answer = await new Promise<RunAnswer>((resolve, reject) => {
        asked.set(id, { resolve, reject });
        worker.postMessage({ id, first, end, keep });
      });
      if (answer.result === undefined) throw new Error(`A run could not be read: ${answer.failure}`);
      return 'fault' in answer.result ? answer.result : asBuffers(answer.result);
    },
    stop() {
      worker.postMessage('stop');
      return ended;
    },
  };
}

/** Restores buffers, which cross a thread boundary as plain byte arrays. */
function asBuffers(run: CheckedRun): CheckedRun {
  const buffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return {
    ...run,
    claimed: { ...run.claimed, hash: buffer(run.claimed.hash) },
    last: { ...run.last, hash: buffer(run.last.hash) },
    leaves: run.leaves === undefined ? undefined : buffer(run.leaves),
  };
}
