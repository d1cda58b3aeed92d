import { Worker } from 'node:worker_threads';
import type { Log } from '#platform/server/log.ts';
import type { Head } from '../seal-blocks.ts';
import type { Finding } from './verifier.ts';
import type { VerifierMessage, VerifierRequest, VerifierThreadData } from './verifier-worker.ts';

/** Many times the size of a run and its hashes. It only stops the heap from growing before it collects garbage. */
const HEAP_MEGABYTES = 96;
const YOUNG_HEAP_MEGABYTES = 8;

/**
 * Runs the background verifier on its own thread, so that hashing never delays a request. A thread that dies is
 * restarted. `stop` resolves once it has released its lease.
 */
export function startVerifierThread(
  data: VerifierThreadData,
  log: Log,
  onFinding: (finding: Finding) => void,
): { appended(head: Head): void; stop(): Promise<void> } {
  let stopped = false;
  let worker = start();
  function start(): Worker {
    const thread = new Worker(new URL('./verifier-worker.ts', import.meta.url), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES, maxYoungGenerationSizeMb: YOUNG_HEAP_MEGABYTES },
    });
    thread.on('message', (message: VerifierMessage) => {
      if ('finding' in message) onFinding(message.finding);
      else if ('warning' in message) log.warn(message.warning);
      else log.warn({ failure: message.failure }, 'the verifier failed');
    });
    thread.on('error', (error) => log.error({ err: error }, 'the verifier thread failed'));
    thread.once('exit', () => {
      if (!stopped) worker = start();
    });
    return thread;
  }
  const request = (what: VerifierRequest) => worker.postMessage(what);
  return {
    appended: (head) => request({ appended: head }),
    async stop() {
      stopped = true;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      request('stop');
      await ended;
    },
  };
}
