import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import type { ConnectionOptions } from '#platform/server/database/database.ts';
import { yieldToRequests } from '#platform/server/threads/yield-to-requests.ts';
import { checkRun } from './check-run.ts';
import { copyClientConfig } from './copy-socket.ts';

/** Request and response of the thread. A database error is a response too, and the thread continues. */
export type RunQuestion = {
  readonly id: number;
  readonly first: number;
  readonly end: number;
  readonly keep: 'leaves' | 'root';
};
export type RunAnswer = {
  readonly id: number;
  readonly result?: Awaited<ReturnType<typeof checkRun>>;
  readonly failure?: string;
};

yieldToRequests();
const { connection } = workerData as { connection: ConnectionOptions };
const client = new pg.Client(copyClientConfig(connection));
client.on('error', () => process.exit(1));
await client.connect();

let queue = Promise.resolve();
parentPort?.on('message', (question: RunQuestion | 'stop') => {
  queue = queue.then(async () => {
    if (question === 'stop') {
      await client.end();
      parentPort?.close();
      return;
    }
    const { id, first, end, keep } = question;
    try {
      parentPort?.postMessage({ id, result: await checkRun(client, first, end, keep) } satisfies RunAnswer);
    } catch (error) {
      parentPort?.postMessage({ id, failure: (error as Error).message } satisfies RunAnswer);
    }
  });
});
