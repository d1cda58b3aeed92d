import { Worker } from 'node:worker_threads';
import type { Log } from '#platform/server/log.ts';
import type { Finding } from './verifier.ts';
import type { VerifierMessage, VerifierThreadData } from './verifier-worker.ts';

/** A run of blocks and its hashes fit many times over: what is saved here is the heap's habit of growing before it cleans. */
const HEAP_MEGABYTES = 96;
const YOUNG_HEAP_MEGABYTES = 8;

/**
 * Runs the background verifier on a thread of its own, so that hashing never delays a request. A thread that dies is
 * started again. `stop` resolves when it has let go of its lease.
 */
export function startVerifierThread(
  data: VerifierThreadData,
  log: Log,
  onFinding: (finding: Finding) => void,
): { stop(): Promise<void> } {
  let stopped = false;
  let worker = start();
  function start(): Worker {
    const thread = new Worker(new URL('./verifier-worker.ts', import.meta.url), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES, maxYoungGenerationSizeMb: YOUNG_HEAP_MEGABYTES },
    });
    thread.on('message', (message: VerifierMessage) => {
      if ('finding' in message) onFinding(message.finding);
      else log.warn({ failure: message.failure }, 'the verifier could not work');
    });
    thread.on('error', (error) => log.error({ err: error }, 'the verifier thread failed'));
    thread.once('exit', () => {
      if (!stopped) worker = start();
    });
    return thread;
  }
  return {
    async stop() {
      stopped = true;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('stop');
      await ended;
    },
  };
}
