import { Worker } from 'node:worker_threads';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { ThreadAnswer } from './answer-in-thread.ts';
import { createFairQueue } from './fair-queue.ts';
import { limitCpuTime } from './limit-cpu-time.ts';

export type ThreadQueueOptions = {
  /** The module that the thread runs. It calls `answerInThread`. */
  readonly module: URL;
  /** Questions that may wait behind the running one. */
  readonly waitingMax: number;
  /** The processor time that one question may use once the thread is loaded. Beyond it, the thread is ended. */
  readonly timeoutSeconds: number;
  /**
   * The elapsed time after which a question counts as hanging, even if it uses no processor time. Default: 5 minutes.
   */
  readonly hangingSeconds?: number;
  /** The thread's heap. A question that needs more fails alone. */
  readonly heapMegabytes: number;
  /** The time without questions after which the thread ends and frees its memory. */
  readonly idleSeconds: number;
  /**
   * Whether the thread ends when the caller of the running question disconnects. True for work that takes longer than
   * starting another thread.
   */
  readonly endsAbandoned: boolean;
  /** The message of the refusal when the queue is full. */
  readonly busy: string;
};

export type ThreadQueue<Question, Answer> = {
  /**
   * Answers on the thread. Clients take turns, each in the order of its calls. `prepare` returns the question when its
   * turn comes, so its reads are queued too. A call that `signal` aborts leaves the queue; if it is running, its thread
   * may end.
   * @throws AppError `server.unavailable` with the seconds to wait while the queue is full, also for a waiting question
   * of the client with the most of them when another client needs its place
   * @throws ThreadFailure if the thread failed, ran out of memory or took too long
   * @throws any error of `prepare`
   */
  run(prepare: () => Question | Promise<Question>, signal?: AbortSignal, client?: string): Promise<Answer>;
  /**
   * Reports whether a thread is loaded. If none is, starts one. For callers that do the work themselves instead of
   * waiting for it to load.
   */
  isLoaded(): boolean;
};

/** A question that the thread could not answer. The questions behind it are not affected. */
export class ThreadFailure extends Error {
  readonly timedOut: boolean;

  constructor(message: string, { cause, timedOut = false }: { cause?: unknown; timedOut?: boolean } = {}) {
    super(message, { cause });
    this.name = 'ThreadFailure';
    this.timedOut = timedOut;
  }
}

type Job<Question, Answer> = {
  readonly prepare: () => Question | Promise<Question>;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: AbortSignal | undefined;
  readonly onAbort: () => void;
};

const RETRY_AFTER_SECONDS = 2;
/** Loading takes a second on an idle machine. The first question must not fail on a busy machine. */
const LOADING_SECONDS_MAX = 60;
const HANGING_SECONDS = 300;

/**
 * Returns a queue in front of one thread, so that heavy work delays no other request and cannot pile up. The thread starts
 * with the first question and ends when idle.
 */
export function createThreadQueue<Question, Answer>(options: ThreadQueueOptions): ThreadQueue<Question, Answer> {
  const waiting = createFairQueue<Job<Question, Answer>>(options.waitingMax);
  let running: Job<Question, Answer> | undefined;
  let thread: Worker | undefined;
  let loaded = false;
  /** Whether the thread has the running question. False while it is being prepared. */
  let asking = false;
  /** Ends an idle thread. */
  let idle: NodeJS.Timeout | undefined;
  /** Ends the watch over the running question. */
  let endWatch: (() => void) | undefined;

  function startNext(): void {
    if (running !== undefined) return;
    running = waiting.next();
    if (running !== undefined) void start(running);
  }

  async function start(job: Job<Question, Answer>): Promise<void> {
    try {
      const question = await job.prepare();
      job.signal?.throwIfAborted();
      ask(question);
    } catch (error) {
      settle(({ reject }) => reject(error));
    }
  }

  function ask(question: Question): void {
    thread ??= startThread();
    const asked = thread;
    asking = true;
    limitTo(loaded ? options.timeoutSeconds : LOADING_SECONDS_MAX, asked);
    asked.ref();
    asked.postMessage(question);
  }

  function limitTo(seconds: number, asked: Worker): void {
    clearTimeout(idle);
    endWatch?.();
    const limit = { cpuSeconds: seconds, wallSeconds: options.hangingSeconds ?? HANGING_SECONDS };
    endWatch = limitCpuTime(asked, limit, (reason) => endThread(asked, new ThreadFailure(reason, { timedOut: true })));
  }

  function settle(finish: (job: Job<Question, Answer>) => void): void {
    const job = running;
    running = undefined;
    if (asking) endWatch?.();
    asking = false;
    if (job !== undefined) {
      job.signal?.removeEventListener('abort', job.onAbort);
      finish(job);
    }
    startNext();
  }

  function startThread(): Worker {
    const started = openWorker(options);
    started.on('message', (answer: ThreadAnswer<Answer>) => {
      if (thread !== started) return;
      if (answer === 'loaded') {
        loaded = true;
        if (asking) limitTo(options.timeoutSeconds, started);
        return;
      }
      settle(({ resolve, reject }) =>
        'failure' in answer ? reject(new ThreadFailure(answer.failure)) : resolve(answer.value),
      );
      rest(started);
    });
    started.on('error', (error) => endThread(started, new ThreadFailure('The thread failed.', { cause: error })));
    started.once('exit', () => endThread(started, new ThreadFailure('The thread ended.')));
    return started;
  }

  /** An idle thread must not keep the process alive, and its memory is freed soon. */
  function rest(resting: Worker): Worker {
    resting.unref();
    idle = setTimeout(endThread, options.idleSeconds * 1000, resting).unref();
    return resting;
  }

  /** Ends a thread and its running question. The next question gets a new thread. */
  function endThread(ended: Worker, reason?: unknown): void {
    if (thread !== ended) return;
    thread = undefined;
    loaded = false;
    clearTimeout(idle);
    endWatch?.();
    void ended.terminate();
    if (asking) settle(({ reject }) => reject(reason));
  }

  return {
    isLoaded() {
      thread ??= rest(startThread());
      return loaded;
    },
    run(prepare, signal, client = '') {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const onAbort = () => {
          if (waiting.remove(job)) reject(signal?.reason);
          else if (options.endsAbandoned && asking && thread !== undefined) endThread(thread, signal?.reason);
          // The turn lasts until the question is prepared. Otherwise callers that disconnect could make many questions
          // be prepared together.
          else reject(signal?.reason);
        };
        const job: Job<Question, Answer> = { prepare, resolve, reject, signal, onAbort };
        signal?.addEventListener('abort', onAbort, { once: true });
        refuse(waiting.add(job, client), options.busy);
        startNext();
      });
    },
  };
}

const openWorker = ({ module, heapMegabytes }: Pick<ThreadQueueOptions, 'module' | 'heapMegabytes'>) =>
  new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 16 } });

/** Answers a job for which the queue has no place. */
function refuse(job: Pick<Job<never, never>, 'signal' | 'onAbort' | 'reject'> | undefined, busy: string): void {
  job?.signal?.removeEventListener('abort', job.onAbort);
  job?.reject(
    new AppError(unavailable, busy, {
      hint: `Try again in ${RETRY_AFTER_SECONDS} seconds.`,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    }),
  );
}
