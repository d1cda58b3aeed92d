import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';

/** Sends requests from another thread, so that the client costs the measured thread nothing. */
export type OutsideClient = {
  /** Sends a request, reads the whole response, and returns its status. */
  send(request: OutsideRequest): Promise<number>;
  stop(): Promise<unknown>;
};

export type OutsideRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

const CLIENT = `
const { parentPort, workerData } = require('node:worker_threads');
const { request, Agent } = require('node:http');
const agent = new Agent({ keepAlive: true });
parentPort.on('message', ({ method, url, headers, body }) => {
  const sent = request(workerData.origin + url, { method, headers, agent }, (response) => {
    response.on('data', () => {});
    response.on('end', () => parentPort.postMessage(response.statusCode));
  });
  sent.on('error', (error) => parentPort.postMessage(String(error)));
  sent.end(body);
});
`;

/** Opens a client of the server at this origin. It sends one request at a time. */
export function openOutsideClient(origin: string): OutsideClient {
  const worker = new Worker(CLIENT, { eval: true, workerData: { origin } });
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        worker.once('message', (answer: number | string) =>
          typeof answer === 'number' ? resolve(answer) : reject(new Error(answer)),
        );
        worker.postMessage(request);
      }),
    stop: () => worker.terminate(),
  };
}

/**
 * Returns the longest time, in milliseconds of CPU, that this thread spent in one turn of its event loop during `work`.
 * Time in which the system ran something else does not count, so a busy machine changes nothing.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = cpuMilliseconds();
  let measuring = true;
  const look = () => {
    const now = cpuMilliseconds();
    longest = Math.max(longest, now - last);
    last = now;
    if (measuring) setImmediate(look);
  };
  setImmediate(look);
  await work().finally(() => {
    measuring = false;
  });
  look();
  return longest;
}

/** Returns the CPU time that this thread has used so far, in milliseconds. */
export function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * The cost of `referenceWork` on an idle core of the machine for which the limits are stated, in milliseconds of CPU.
 */
const REFERENCE_MILLISECONDS = 15;
/** Long enough for the average of a machine, in milliseconds of CPU. */
const LONGEST_REFERENCE = 1000;
const referenceFields = Object.fromEntries(Array.from({ length: 2900 }, (_, n) => [`field${n}`, n]));

/** Parses, serializes and hashes 45 KB five times, which is the main work of requests. */
function referenceWork(): void {
  for (let n = 0; n < 5; n++)
    createHash('sha256')
      .update(JSON.stringify(JSON.parse(JSON.stringify(referenceFields))))
      .digest();
}

/**
 * Returns how many times slower this machine is now than the one for which the limits are stated, at least 1. CPU time
 * is not constant: the same work takes twice as long on an older core, or on one whose sibling hyperthread is busy, and
 * a virtual machine counts the time in which its host ran something else. So the reference work runs for
 * `milliseconds` of CPU, as long as the work that is judged (at most a second): a shorter run fits between two
 * interruptions.
 */
export function slowdown(milliseconds: number): number {
  const began = cpuMilliseconds();
  let used = 0;
  let times = 0;
  do {
    referenceWork();
    times += 1;
    used = cpuMilliseconds() - began;
  } while (used < Math.min(milliseconds, LONGEST_REFERENCE));
  return Math.max(1, used / (times * REFERENCE_MILLISECONDS));
}
