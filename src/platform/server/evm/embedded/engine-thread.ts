import { Worker } from 'node:worker_threads';
import type { Log } from '../../log.ts';
import { limitCpuTime } from '../../threads/limit-cpu-time.ts';
import { RpcError, rpcCodes } from '../rpc-error.ts';
import type { Budget } from './engine.ts';
import type { EngineMessage, EngineRequest, EngineThreadData } from './engine-worker.ts';

export type EngineThread = {
  /**
   * Answers a request with the JSON of its result. Starts the thread if it is not running. Deducts the time of a call
   * from the `budget`.
   * @throws RpcError
   */
  request(method: string, parameters: readonly unknown[], budget?: Budget): Promise<string>;
  /** Finishes the block in progress, and ends the thread. */
  stop(): Promise<void>;
};

export type EngineThreadOptions = {
  /** Returns the thread's configuration each time it starts. */
  readonly prepare: () => Promise<EngineThreadData>;
  readonly log: Log;
};

const HEAP_MEGABYTES = 256;
/** Requests without an answer. */
const IN_FLIGHT_MAX = 4096;
/** The processor time and the elapsed time that may pass without any answer. Then the thread is restarted. */
const LIMIT = { cpuSeconds: 30, wallSeconds: 120 };
/** The time without requests after which the thread ends and frees its memory. */
const IDLE_MILLISECONDS = 600_000;

type Request = {
  readonly resolve: (json: string) => void;
  readonly reject: (error: RpcError) => void;
  readonly budget: Budget | undefined;
};
type Running = { readonly worker: Worker; readonly inFlight: Map<number, Request>; endWatch: () => void };

/** Runs the chain on its own thread, so that executing contracts never delays a request. */
export function createEngineThread({ prepare, log }: EngineThreadOptions): EngineThread {
  let starting: Promise<Running> | undefined;
  let stopped = false;
  let count = 0;
  let idle: NodeJS.Timeout | undefined;

  async function start(): Promise<Running> {
    const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), {
      workerData: await prepare(),
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES, maxYoungGenerationSizeMb: 32 },
    });
    const running: Running = { worker, inFlight: new Map(), endWatch: () => undefined };
    // It must not keep the process alive.
    worker.unref();
    worker.on('message', (message: EngineMessage) => receive(running, message));
    worker.on('error', (error) => log.error({ err: error }, 'the embedded chain failed'));
    worker.once('exit', () => release(running));
    return running;
  }

  function receive(running: Running, message: EngineMessage): void {
    if ('failure' in message) {
      log.warn({ failure: message.failure }, 'a request to the embedded chain failed');
      return;
    }
    const request = running.inFlight.get(message.id);
    running.inFlight.delete(message.id);
    watch(running);
    if (request?.budget !== undefined && message.left !== undefined) request.budget.left = message.left;
    if ('result' in message) request?.resolve(message.result);
    else request?.reject(new RpcError(message.error.code, message.error.message, { data: message.error.data }));
  }

  /** Limits the time to the next answer, and the time without requests. */
  function watch(running: Running): void {
    running.endWatch();
    clearTimeout(idle);
    if (running.inFlight.size === 0) {
      running.endWatch = () => undefined;
      idle = setTimeout(() => void end(running), IDLE_MILLISECONDS).unref();
      return;
    }
    running.endWatch = limitCpuTime(running.worker, LIMIT, (reason) => {
      log.error({ reason }, 'the embedded chain does not answer and is started again');
      void running.worker.terminate();
    });
  }

  /** Refuses the requests that the thread can no longer answer. The next request starts another thread. */
  function release(running: Running): void {
    running.endWatch();
    starting = undefined;
    for (const { reject } of running.inFlight.values()) reject(unavailable());
    running.inFlight.clear();
  }

  async function end({ worker }: Running): Promise<void> {
    starting = undefined;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('stop' satisfies EngineRequest);
    await ended;
  }

  return {
    async request(method, parameters, budget) {
      if (stopped) throw unavailable();
      starting ??= start().catch((error) => {
        starting = undefined;
        throw error;
      });
      const running = await starting;
      if (running.inFlight.size >= IN_FLIGHT_MAX)
        throw new RpcError(rpcCodes.limitExceeded, 'The chain has too many requests. Try again in a second.');
      count += 1;
      const id = count;
      return new Promise((resolve, reject) => {
        running.inFlight.set(id, { resolve, reject, budget });
        if (running.inFlight.size === 1) watch(running);
        running.worker.postMessage({ id, method, parameters, budget } satisfies EngineRequest);
      });
    },
    async stop() {
      stopped = true;
      clearTimeout(idle);
      const running = await starting?.catch(() => undefined);
      if (running !== undefined) await end(running);
    },
  };
}

const unavailable = () =>
  new RpcError(
    rpcCodes.unavailable,
    'The chain is not available right now. Send the same transaction again: it is never executed twice.',
  );
